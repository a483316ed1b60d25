import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Heavy engines are downloaded once and kept outside of the repository. */
const cache = process.env['SEXTANT_ENGINE_CACHE'] ?? join(homedir(), '.cache', 'sextant-engines')

/** A folder of the cache; `fill` downloads into a new folder, which gets its name only when it is complete. */
async function cachedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
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

/** Runs a program to its end. Throws with its output if it fails. */
async function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(String(part)))
  const [code] = await once(child, 'close')
  if (code !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${output.join('').slice(-4000)}`)
}
