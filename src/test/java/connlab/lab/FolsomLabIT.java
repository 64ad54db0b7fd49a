package connlab.lab;

class FolsomLabIT extends MemcachedContract {
    FolsomLabIT() {
        super("folsom");
    }
}
