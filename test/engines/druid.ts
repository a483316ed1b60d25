import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../test-postgres.ts'
import { mavenLibrary } from './engine-cache.ts'
import { javaHome, type RunningEngine, startEngine } from './start-engine.ts'

/** A broker, and the ZooKeeper that it looks for its cluster in, in one process. */
const main = `
import java.io.File;
import java.net.InetSocketAddress;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

public class DruidMain {
  public static void main(String[] args) throws Exception {
    File folder = new File("zookeeper");
    folder.mkdirs();
    NIOServerCnxnFactory factory = new NIOServerCnxnFactory();
    factory.configure(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 100);
    factory.startup(new ZooKeeperServer(folder, folder, 2000));
    org.apache.druid.cli.Main.main(new String[] {"server", "broker"});
  }
}
`

/** What this machine lacks for Druid. */
export function missingForDruid(isProgram: (name: string) => boolean): (string | false)[] {
  return [!isProgram('mvn') && 'mvn is missing', javaHome(17) === null && 'there is no JDK 17']
}

const opened = [
  ...['java.base/java.lang', 'java.base/java.nio', 'java.base/sun.nio.ch', 'java.base/jdk.internal.ref'],
  ...['java.base/jdk.internal.misc', 'jdk.management/com.sun.management.internal'],
]

/** Druid 33: a broker without data, which answers what a text itself holds. */
export async function startDruid(): Promise<RunningEngine> {
  const home = javaHome(17) ?? ''
  const classPath = await mavenLibrary('druid-33.0.0', ['org.apache.druid:druid-services:33.0.0'], {
    main: { name: 'DruidMain', text: main },
    javaHome: home,
    without: ['org.hyperic:sigar'],
  })
  const keeper = await freePort()
  const settings = (port: number) => ({
    'druid.zk.service.host': `127.0.0.1:${keeper}`,
    'druid.host': '127.0.0.1',
    'druid.bindOnHost': true,
    'druid.plaintextPort': port,
    'druid.service': 'druid/broker',
    'druid.extensions.loadList': '[]',
    'druid.extensions.directory': 'extensions',
    'druid.lookup.enableLookupSyncOnStartup': false,
    'druid.sql.planner.awaitInitializationOnStart': false,
    'druid.broker.segment.awaitInitializationOnStart': false,
    'druid.processing.numThreads': 1,
    'druid.processing.numMergeBuffers': 2,
    'druid.processing.buffer.sizeBytes': 10_000_000,
    'druid.processing.tmpDir': 'tmp',
    'druid.server.http.numThreads': 12,
    'druid.startup.logging.logProperties': false,
    'java.io.tmpdir': 'tmp',
    'user.timezone': 'UTC',
    'file.encoding': 'UTF-8',
  })
  return await startEngine('druid', {
    command(port, folder) {
      for (const name of ['tmp', 'extensions']) mkdirSync(join(folder, name))
      return {
        program: join(home, 'bin', 'java'),
        args: [
          ...['-Xmx600m', '-XX:MaxDirectMemorySize=200m', '-XX:TieredStopAtLevel=1'],
          ...opened.flatMap((each) => ['--add-opens', `${each}=ALL-UNNAMED`]),
          ...['--add-exports', 'java.base/jdk.internal.misc=ALL-UNNAMED'],
          ...Object.entries(settings(port)).map(([name, value]) => `-D${name}=${value}`),
          ...['-cp', classPath, 'DruidMain', String(keeper)],
        ],
      }
    },
    readyPath: '/status/health',
    readyText: 'true',
    patienceSeconds: 150,
  })
}
