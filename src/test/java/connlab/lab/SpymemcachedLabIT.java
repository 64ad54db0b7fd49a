package connlab.lab;

class SpymemcachedLabIT extends MemcachedContract {
    SpymemcachedLabIT() {
        super("spymemcached");
    }
}
