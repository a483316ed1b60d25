import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cachedFolder, run } from './engine-cache.ts'

export interface JavaEngine {
  /** of the folder in the cache; with the version, so that a new one is fetched */
  name: string
  /** `group:artifact:version` */
  artifacts: readonly string[]
  /** a source file with a class `Main`, which prints `ready` once it can be used */
  main: URL
  arguments: readonly string[]
}

const fetchSeconds = 240
const startMilliseconds = 60_000

/** Starts a server written in Java; `stop` ends it by its process id. Its packages are fetched once. */
export async function startJavaEngine(engine: JavaEngine): Promise<{ stop(): Promise<void> }> {
  const folder = await libraries(engine)
  const source = decodeURIComponent(engine.main.pathname)
  const child = spawn('java', ['-Xmx512m', '-cp', join(folder, 'lib', '*'), source, ...engine.arguments], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log: string[] = []
  const timer = setTimeout(() => child.kill('SIGKILL'), startMilliseconds)
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', (error) =>
        reject(new Error('`java` cannot be started: is a JDK 17 installed?', { cause: error })),
      )
      child.once('exit', (code) => reject(new Error(`${engine.name} ended with ${code}: ${log.join('')}`)))
      child.stderr.on('data', (part) => log.push(String(part)))
      child.stdout.on('data', (part) => {
        log.push(String(part))
        if (/^ready$/m.test(log.join(''))) resolve()
      })
    })
  } catch (error) {
    await stopProcess(child)
    throw error
  } finally {
    clearTimeout(timer)
  }
  return { stop: () => stopProcess(child) }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** The folder with the packages. */
function libraries({ name, artifacts }: JavaEngine): Promise<string> {
  return cachedFolder(name, async (folder) => {
    await writeFile(join(folder, 'pom.xml'), pomOf(artifacts))
    const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=lib']
    // a mirror that does not answer must not hold up the lane
    await run('timeout', [`${fetchSeconds}`, 'mvn', '-q', '-B', ...goal], folder)
  })
}

function pomOf(artifacts: readonly string[]): string {
  const dependencies = artifacts.map((artifact) => {
    const [group, id, version] = artifact.split(':')
    return `<dependency><groupId>${group}</groupId><artifactId>${id}</artifactId><version>${version}</version></dependency>`
  })
  return `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>sextant</groupId><artifactId>engine</artifactId><version>1</version>
<dependencies>${dependencies.join('\n')}</dependencies></project>
`
}
