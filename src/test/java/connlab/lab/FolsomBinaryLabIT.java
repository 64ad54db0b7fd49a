package connlab.lab;

class FolsomBinaryLabIT extends MemcachedContract {
    FolsomBinaryLabIT() {
        super("folsom-binary");
    }
}
