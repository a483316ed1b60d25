import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureServer } from '../bin/launcher/server-build.mjs'

/** The built server, as it is shipped: loading two thousand modules would cost each process two seconds. */
const mainFile = ensureServer()

/** A role of Sextant as a real process, with its output. */
export interface SextantProcess {
  child: ChildProcess
  pid: number
  output(): string
  /** exit code; null when a signal ended it */
  ended: Promise<number | null>
}

/** Runs `sextant COMMAND` with only the given environment. */
export function runSextant(
  command: string | readonly string[],
  env: Readonly<Record<string, string>>,
): SextantProcess {
  const child = spawn(process.execPath, [mainFile, ...[command].flat()], {
    env: { PATH: process.env.PATH, ...env },
  })
  const parts: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => parts.push(part.toString()))
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return { child, pid: child.pid ?? 0, output: () => parts.join(''), ended }
}

/** Runs an operator command to its end; `input` is its standard input. */
export async function runToEnd(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  input: string | Buffer = '',
): Promise<{ code: number | null; out: Buffer; said: string }> {
  const child = spawn(process.execPath, [mainFile, ...words], { env: { PATH: process.env.PATH, ...env } })
  const [out, said]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (part: Buffer) => out.push(part))
  child.stderr.on('data', (part: Buffer) => said.push(part))
  // a command that fails at once does not read its input
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out: Buffer.concat(out), said: Buffer.concat(said).toString() }
}

const patience = 45_000

/** Waits until the condition is true; gives up at once if `on` has ended. */
export async function until(done: () => boolean, on?: SextantProcess): Promise<void> {
  for (let waited = 0; waited < patience; waited += 50) {
    if (done()) return
    if (on && on.child.exitCode !== null) break
    await delay(50)
  }
  throw new Error(`It did not come to pass. Output: ${on?.output() ?? ''}`)
}

/** Repeats the call until it does not throw. */
export async function untilAnswers<T>(ask: () => Promise<T>): Promise<T> {
  for (let waited = 0; ; waited += 100) {
    try {
      return await ask()
    } catch (error) {
      if (waited >= patience) throw error
      await delay(100)
    }
  }
}

export function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(textOf(`/proc/${pid}/status`))
}

export const childrenOf = (parent: number): number[] =>
  allPids().filter((pid) => new RegExp(`^PPid:\\s+${parent}$`, 'm').test(textOf(`/proc/${pid}/status`)))

/** Processes whose working folder is below `folder`: PostgreSQL's. */
export const processesIn = (folder: string): number[] =>
  allPids().filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
    } catch {
      return false
    }
  })

/** The children of a supervisor that have the role. */
export const roleProcesses = (supervisor: number, role: 'web' | 'worker'): number[] =>
  childrenOf(supervisor).filter((pid) => textOf(`/proc/${pid}/cmdline`).split('\0').includes(role))

/** A variable of a running process's environment. */
export const environmentOf = (pid: number, name: string): string | undefined =>
  new RegExp(`(?:^|\0)${name}=([^\0]*)`).exec(textOf(`/proc/${pid}/environ`))?.[1]

const allPids = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
