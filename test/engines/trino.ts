import { mavenLibrary } from './engine-cache.ts'
import { javaHome, type RunningEngine, startEngine } from './start-engine.ts'

const main = `
import io.trino.plugin.memory.MemoryPlugin;
import io.trino.plugin.tpch.TpchPlugin;
import io.trino.server.testing.TestingTrinoServer;
import java.util.Map;

public class TrinoMain {
  public static void main(String[] args) throws Exception {
    TestingTrinoServer server = TestingTrinoServer.builder()
        .setProperties(args.length == 1
            ? Map.of("http-server.http.port", args[0])
            : Map.of("http-server.http.port", args[0], "protocol.v1.alternate-header-name", args[1])).build();
    server.installPlugin(new TpchPlugin());
    server.createCatalog("tpch", "tpch", Map.of());
    server.installPlugin(new MemoryPlugin());
    server.createCatalog("memory", "memory", Map.of());
    Thread.currentThread().join();
  }
}
`

/** What this machine lacks for Trino. */
export function missingForTrino(isProgram: (name: string) => boolean): (string | false)[] {
  return [!isProgram('mvn') && 'mvn is missing', javaHome(25) === null && 'there is no JDK 25']
}

/** Trino 483 in one process, with the catalogs `tpch` and `memory`; on request it names its headers as Presto does. */
export async function startTrino(headers?: 'Presto'): Promise<RunningEngine> {
  const home = javaHome(25) ?? ''
  const artifacts = ['io.trino:trino-testing:483', 'io.trino:trino-tpch:483', 'io.trino:trino-memory:483']
  const classPath = await mavenLibrary('trino-483', artifacts, {
    main: { name: 'TrinoMain', text: main },
    javaHome: home,
  })
  return await startEngine('trino', {
    command: (port) => ({
      program: `${home}/bin/java`,
      args: [
        '-Xmx1g',
        '--add-modules',
        'jdk.incubator.vector',
        '-cp',
        classPath,
        'TrinoMain',
        String(port),
        ...(headers === undefined ? [] : [headers]),
      ],
    }),
    readyPath: (port) => hasCatalog(`http://127.0.0.1:${port}`, headers ?? 'Trino'),
    patienceSeconds: 150,
  })
}

/** The server takes queries before the program above has created its last catalog. */
async function hasCatalog(url: string, headers: 'Trino' | 'Presto'): Promise<boolean> {
  const signal = AbortSignal.timeout(20_000)
  const asked = { [`x-${headers}-user`]: 'ready', [`x-${headers}-source`]: 'ready' }
  let reply = await fetch(`${url}/v1/statement`, {
    ...{ method: 'POST', body: `show catalogs like 'memory'`, headers: asked, signal },
  })
  for (;;) {
    const { data = [], nextUri } = (await reply.json()) as { data?: unknown[]; nextUri?: string }
    if (data.length > 0) return true
    if (nextUri === undefined) return false
    reply = await fetch(nextUri, { headers: asked, signal })
  }
}
