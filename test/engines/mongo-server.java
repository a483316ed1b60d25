import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.List;

/** A MongoDB server in memory, which calls itself 6.0: the driver refuses the version that it has by default. */
class Main {
  public static void main(String[] arguments) throws Exception {
    var backend =
        new MemoryBackend()
            .version(
                new MongoVersion() {
                  public List<Integer> getVersionArray() {
                    return List.of(6, 0, 0, 0);
                  }

                  public int getWireVersion() {
                    return 17;
                  }
                });
    new MongoServer(backend).bind("127.0.0.1", Integer.parseInt(arguments[0]));
    System.out.println("ready");
    Thread.currentThread().join();
  }
}
