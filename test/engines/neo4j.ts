import { mavenLibrary } from './engine-cache.ts'
import { javaHome, type RunningEngine, startEngine } from './start-engine.ts'

const main = `
import java.nio.file.Path;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.connectors.HttpConnector;
import org.neo4j.configuration.connectors.HttpsConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.harness.Neo4jBuilders;

public class Neo4jMain {
  public static void main(String[] args) throws Exception {
    Neo4jBuilders.newInProcessBuilder(Path.of(args[1]))
      .withConfig(HttpConnector.enabled, true)
      .withConfig(HttpConnector.listen_address, new SocketAddress("127.0.0.1", Integer.parseInt(args[0])))
      .withConfig(HttpsConnector.enabled, false)
      // the HTTP interface reaches the database through it
      .withConfig(BoltConnector.enabled, true)
      .withConfig(BoltConnector.listen_address, new SocketAddress("127.0.0.1", 0))
      .build();
    Thread.currentThread().join();
  }
}
`

/** What this machine lacks for Neo4j. */
export function missingForNeo4j(isProgram: (name: string) => boolean): (string | false)[] {
  return [!isProgram('mvn') && 'mvn is missing', javaHome(17) === null && 'there is no JDK 17']
}

/** Neo4j 5.26 (its test harness) without accounts. */
export async function startNeo4j(): Promise<RunningEngine> {
  const home = javaHome(17) ?? ''
  const classPath = await mavenLibrary('neo4j-5.26.0', ['org.neo4j.test:neo4j-harness:5.26.0'], {
    main: { name: 'Neo4jMain', text: main },
    javaHome: home,
  })
  return await startEngine('neo4j', {
    command: (port, folder) => ({
      program: `${home}/bin/java`,
      args: ['-Xmx512m', '-cp', classPath, 'Neo4jMain', String(port), folder],
    }),
    readyPath: '/',
    readyText: 'query',
    patienceSeconds: 150,
  })
}
