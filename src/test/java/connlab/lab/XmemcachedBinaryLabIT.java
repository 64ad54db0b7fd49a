package connlab.lab;

class XmemcachedBinaryLabIT extends MemcachedContract {
    XmemcachedBinaryLabIT() {
        super("xmemcached-binary");
    }
}
