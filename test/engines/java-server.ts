import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

export interface JavaEngine {
  /** of the folder in the cache; with the version, so that a new one is fetched */
  name: string
  /** `group:artifact:version` */
  artifacts: readonly string[]
  /** a source file with a class `Main`, which prints `ready` once it can be used */
  main: URL
  arguments: readonly string[]
}

/** Outside of the repository, so that a fresh clone finds what an earlier one has fetched. */
const cache = process.env['SEXTANT_ENGINES_CACHE'] ?? join(homedir(), '.cache', 'sextant-engines')

const fetchMilliseconds = 240_000
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

/** The folder with the packages. Two processes may fetch them at once: the first one to finish is taken. */
async function libraries({ name, artifacts }: JavaEngine): Promise<string> {
  const folder = join(cache, name)
  if (existsSync(join(folder, 'lib'))) return folder
  await mkdir(cache, { recursive: true })
  const fresh = await mkdtemp(join(cache, `${name}-`))
  try {
    await writeFile(join(fresh, 'pom.xml'), pomOf(artifacts))
    await maven(fresh, name)
    await rename(fresh, folder).catch((error: unknown) => {
      if (!existsSync(join(folder, 'lib'))) throw error
    })
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return folder
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

async function maven(folder: string, name: string): Promise<void> {
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=lib']
  const child = spawn('mvn', ['-q', '-B', ...goal], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const log: string[] = []
  child.stdout.on('data', (part) => log.push(String(part)))
  child.stderr.on('data', (part) => log.push(String(part)))
  const timer = setTimeout(() => child.kill('SIGKILL'), fetchMilliseconds)
  try {
    const [code] = await Promise.race([
      once(child, 'exit'),
      once(child, 'error').then(([error]) => {
        throw new Error('`mvn` cannot be started: is Maven installed?', { cause: error })
      }),
    ])
    if (code !== 0)
      throw new Error(`The packages of ${name} could not be fetched: ${log.join('').slice(-2000)}`)
  } finally {
    clearTimeout(timer)
  }
}
