import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../test-postgres.ts'
import { mavenLibrary } from './engine-cache.ts'
import { javaHome, type RunningEngine, startEngine } from './start-engine.ts'

/** One node with accounts, which need a disk; the first port tells over HTTP that it works. */
const main = `
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import org.apache.ignite.Ignite;
import org.apache.ignite.Ignition;
import org.apache.ignite.cluster.ClusterState;
import org.apache.ignite.configuration.ClientConnectorConfiguration;
import org.apache.ignite.configuration.DataRegionConfiguration;
import org.apache.ignite.configuration.DataStorageConfiguration;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.configuration.WALMode;
import org.apache.ignite.spi.communication.tcp.TcpCommunicationSpi;
import org.apache.ignite.spi.discovery.tcp.TcpDiscoverySpi;
import org.apache.ignite.spi.discovery.tcp.ipfinder.vm.TcpDiscoveryVmIpFinder;

public class IgniteMain {
  public static void main(String[] args) throws Exception {
    int[] ports = Arrays.stream(args).mapToInt(Integer::parseInt).toArray();
    TcpDiscoverySpi discovery = new TcpDiscoverySpi();
    discovery.setLocalAddress("127.0.0.1");
    discovery.setLocalPort(ports[2]);
    discovery.setLocalPortRange(0);
    discovery.setIpFinder(new TcpDiscoveryVmIpFinder().setAddresses(List.of("127.0.0.1:" + ports[2])));
    TcpCommunicationSpi communication = new TcpCommunicationSpi();
    communication.setLocalAddress("127.0.0.1");
    communication.setLocalPort(ports[3]);
    communication.setLocalPortRange(0);
    DataRegionConfiguration region = new DataRegionConfiguration()
        .setPersistenceEnabled(true).setInitialSize(50L << 20).setMaxSize(150L << 20);
    Ignite ignite = Ignition.start(new IgniteConfiguration()
        .setLocalHost("127.0.0.1")
        .setWorkDirectory(System.getProperty("user.dir") + "/work")
        .setDiscoverySpi(discovery)
        .setCommunicationSpi(communication)
        .setConnectorConfiguration(null)
        .setAuthenticationEnabled(true)
        .setDataStorageConfiguration(new DataStorageConfiguration()
            .setWalMode(WALMode.NONE).setDefaultDataRegionConfiguration(region))
        .setClientConnectorConfiguration(new ClientConnectorConfiguration()
            .setHost("127.0.0.1").setPort(ports[1]).setPortRange(0)));
    ignite.cluster().state(ClusterState.ACTIVE);
    HttpServer status = HttpServer.create(new InetSocketAddress("127.0.0.1", ports[0]), 0);
    status.createContext("/", exchange -> {
      byte[] body = "ready".getBytes();
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    });
    status.start();
  }
}
`

const opened = [
  ...['jdk.internal.access', 'jdk.internal.misc', 'sun.nio.ch', 'sun.util.calendar', 'java.io', 'java.nio'],
  ...[
    'java.net',
    'java.util',
    'java.util.concurrent',
    'java.util.concurrent.locks',
    'java.lang',
    'java.math',
  ],
  ...['java.util.concurrent.atomic', 'java.lang.invoke', 'java.time', 'java.text'],
  ...['sun.reflect.generics.reflectiveObjects'],
].map((name) => `java.base/${name}`)
const openedElsewhere = [
  ...['java.management/com.sun.jmx.mbeanserver', 'java.management/sun.management', 'java.sql/java.sql'],
  ...['jdk.internal.jvmstat/sun.jvmstat.monitor', 'jdk.management/com.sun.management.internal'],
]

/** What this machine lacks for Ignite. */
export function missingForIgnite(isProgram: (name: string) => boolean): (string | false)[] {
  return [!isProgram('mvn') && 'mvn is missing', javaHome(17) === null && 'there is no JDK 17']
}

export interface IgniteServer extends Pick<RunningEngine, 'stop'> {
  /** for thin clients */
  port: number
  /** of the first account */
  user: string
  password: string
}

/** Ignite 2.17 with one node, in a zone that is not UTC. */
export async function startIgnite(): Promise<IgniteServer> {
  const home = javaHome(17) ?? ''
  const classPath = await mavenLibrary(
    'ignite-2.17.0',
    ['org.apache.ignite:ignite-core:2.17.0', 'org.apache.ignite:ignite-indexing:2.17.0'],
    { main: { name: 'IgniteMain', text: main }, javaHome: home },
  )
  const ports = [await freePort(), await freePort(), await freePort()]
  const engine = await startEngine('ignite', {
    command(port, folder) {
      mkdirSync(join(folder, 'work'))
      return {
        program: join(home, 'bin', 'java'),
        args: [
          ...['-Xmx500m', '-XX:TieredStopAtLevel=1', '-Djava.net.preferIPv4Stack=true'],
          ...['-DIGNITE_QUIET=true', '-DIGNITE_NO_ASCII=true', '-DIGNITE_UPDATE_NOTIFIER=false'],
          '-Duser.timezone=America/St_Johns',
          ...[...opened, ...openedElsewhere].flatMap((each) => ['--add-opens', `${each}=ALL-UNNAMED`]),
          ...['-cp', classPath, 'IgniteMain', ...[port, ...ports].map(String)],
        ],
      }
    },
    readyPath: '/',
    readyText: 'ready',
    patienceSeconds: 200,
  })
  return { port: ports[0] as number, user: 'ignite', password: 'ignite', stop: engine.stop }
}
