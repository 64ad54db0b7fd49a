package connlab.lab;

class XmemcachedLabIT extends MemcachedContract {
    XmemcachedLabIT() {
        super("xmemcached");
    }
}
