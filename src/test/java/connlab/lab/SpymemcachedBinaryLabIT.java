package connlab.lab;

class SpymemcachedBinaryLabIT extends MemcachedContract {
    SpymemcachedBinaryLabIT() {
        super("spymemcached-binary");
    }
}
