import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Heavy engines are downloaded once and kept outside of the repository. */
const cache = process.env['SEXTANT_ENGINE_CACHE'] ?? join(homedir(), '.cache', 'sextant-engines')

/** A folder of the cache; `fill` downloads into a new folder, which gets its name only when it is complete. */
export async function cachedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(cache, name)
  if (existsSync(folder)) return folder
  const part = `${folder}.part-${process.pid}`
  await rm(part, { recursive: true, force: true })
  await mkdir(part, { recursive: true })
  try {
    await fill(part)
    await rename(part, folder)
  } catch (error) {
    // another run may have been faster
    if (!existsSync(folder)) throw error
  } finally {
    await rm(part, { recursive: true, force: true })
  }
  return folder
}

/** A package of npm with what it needs. Returns the folder that holds `node_modules`. */
export function npmPackage(name: string, version: string): Promise<string> {
  return cachedFolder(`npm-${name.replace('/', '-')}-${version}`, async (folder) => {
    await writeFile(join(folder, 'package.json'), '{"private": true}')
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`], folder)
  })
}

/** A program of a Debian package, which is only unpacked, so nothing is installed and no service starts. */
export function debianPackage(name: string): Promise<string> {
  return cachedFolder(`deb-${name}`, async (folder) => {
    await run('apt-get', ['download', name], folder).catch(async () => {
      await run('apt-get', ['update', '-q'], folder)
      await run('apt-get', ['download', name], folder)
    })
    for (const file of await readdir(folder)) {
      if (file.endsWith('.deb')) await run('dpkg-deb', ['-x', file, '.'], folder)
    }
  })
}

/** Libraries of Maven Central with what they need, and a class compiled against them. Returns the class path. */
export async function mavenLibrary(
  name: string,
  artifacts: readonly string[],
  options: {
    main: { name: string; text: string }
    javaHome: string
    /** what they need, but not here, as `group:name` */
    without?: readonly string[]
  },
): Promise<string> {
  const folder = await cachedFolder(`maven-${name}`, async (part) => {
    await writeFile(join(part, 'pom.xml'), pomOf(artifacts, options.without ?? []))
    const args = ['dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=lib']
    await run('mvn', ['-q', '-B', ...args], part)
  })
  const { main, javaHome } = options
  const libraries = join(folder, 'lib', '*')
  // a folder for each text: another run may start this class while a changed one is compiled
  const version = createHash('sha256').update(main.text).digest('hex').slice(0, 16)
  const classes = await cachedFolder(join(`maven-${name}`, `classes-${version}`), async (part) => {
    const source = join(part, `${main.name}.java`)
    await writeFile(source, main.text)
    const args = ['-proc:none', '-cp', libraries, '-d', part, source]
    await run(join(javaHome, 'bin', 'javac'), args, part)
  })
  return `${classes}:${libraries}`
}

export interface PythonEnvironment {
  /** `python`, which runs what it installed: `python -m module`, `python bin/program` */
  python: string
  /** the folder of its programs, which are not run by themselves: they name a folder that was renamed */
  bin: string
}

/**
 * A virtual environment of Python with these packages (`name==version`) and what they need. Returns why it cannot be had
 * on this machine instead: tell it to `withEngine`, for which a test file awaits this before its tests.
 */
export async function pythonEnvironment(
  name: string,
  version: string,
  packages: readonly string[],
  minutes = 6,
): Promise<PythonEnvironment | string> {
  try {
    const folder = await cachedFolder(`py-${name}-${version}`, async (part) => {
      const limit = AbortSignal.timeout(minutes * 60_000)
      await run('python3', ['-m', 'venv', part], part, limit)
      const quietly = ['--quiet', '--no-input', '--disable-pip-version-check']
      const python = join(part, 'bin', 'python')
      await run(python, ['-m', 'pip', 'install', ...quietly, ...packages], part, limit)
    })
    return { python: join(folder, 'bin', 'python'), bin: join(folder, 'bin') }
  } catch (error) {
    return `Python cannot get ${packages.join(', ')}: ${error instanceof Error ? error.message : String(error)}`
  }
}

function pomOf(artifacts: readonly string[], without: readonly string[]): string {
  const exclusions = without.map((each) => {
    const [group, id] = each.split(':')
    return `<exclusion><groupId>${group}</groupId><artifactId>${id}</artifactId></exclusion>`
  })
  const dependencies = artifacts.map((artifact) => {
    const [group, id, version] = artifact.split(':')
    return `<dependency><groupId>${group}</groupId><artifactId>${id}</artifactId><version>${version}</version><exclusions>${exclusions.join('')}</exclusions></dependency>`
  })
  return `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>sextant</groupId><artifactId>engine</artifactId><version>1</version>
<dependencies>${dependencies.join('\n')}</dependencies></project>`
}

/** Runs a program to its end, or until the signal ends it. Throws with its output if it fails. */
export async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  signal?: AbortSignal,
): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], ...(signal && { signal }) })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(String(part)))
  const [code] = await once(child, 'close')
  if (code !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${output.join('').slice(-4000)}`)
}
