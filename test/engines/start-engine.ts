import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freePort } from '../test-postgres.ts'

export interface RunningEngine {
  port: number
  url: string
  stop(): Promise<void>
}

export interface EngineRecipe {
  /** `folder` is a new one for its data, removed with it */
  command: (
    port: number,
    folder: string,
  ) => { program: string; args: readonly string[]; env?: NodeJS.ProcessEnv }
  /** path that answers with a status below 500 as soon as the engine works; for engines without HTTP, what asks them */
  readyPath: string | ((port: number) => Promise<boolean>)
  /** text that the answer has then */
  readyText?: string
  patienceSeconds?: number
  /** a free one if not given */
  port?: number | undefined
}

/** Starts an engine on a free loopback port, with data in a temporary folder. It is ended by its process id. */
export async function startEngine(name: string, recipe: EngineRecipe): Promise<RunningEngine> {
  const port = recipe.port ?? (await freePort())
  const folder = mkdtempSync(join(tmpdir(), `sextant-engine-${name}-`))
  const { program, args, env } = recipe.command(port, folder)
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  const note = (part: unknown) => {
    log = (log + String(part)).slice(-20_000)
  }
  child.stdout.on('data', note)
  child.stderr.on('data', note)
  child.on('error', note)
  const stop = async () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await exited
      clearTimeout(timer)
    }
    await rm(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  const deadline = Date.now() + (recipe.patienceSeconds ?? 90) * 1000
  for (;;) {
    if (await isReady(port, recipe)) return { port, url, stop }
    if (child.pid === undefined || child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`${name} did not start: ${log}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function isReady(port: number, { readyPath, readyText = '' }: EngineRecipe): Promise<boolean> {
  try {
    if (typeof readyPath === 'function') return await readyPath(port)
    const reply = await fetch(`http://127.0.0.1:${port}${readyPath}`, { signal: AbortSignal.timeout(5000) })
    return (await reply.text()).includes(readyText) && reply.status < 500
  } catch {
    return false
  }
}

/** Where Java is, by its major version; null: it is not here. */
export function javaHome(version: number): string | null {
  const homes = [
    ...[process.env[`SEXTANT_JAVA_${version}`], `/usr/lib/jvm/java-${version}-openjdk-amd64`],
    ...[`/usr/lib/jvm/temurin-${version}-jdk-amd64`, `/usr/lib/jvm/java-${version}-openjdk-arm64`],
  ]
  return homes.find((home) => home !== undefined && existsSync(join(home, 'bin', 'javac'))) ?? null
}

export function isProgram(name: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/**
 * Tests with an engine. If this machine cannot run it, a test says so by its name: a proof that was not made is not
 * silent.
 */
export function withEngine(engine: string, missing: readonly (string | false)[], tests: () => void): void {
  const reasons = missing.filter((reason) => reason !== false)
  describe(engine, () => {
    if (reasons.length === 0) {
      tests()
      return
    }
    it(`is NOT proved on this machine: ${reasons.join(', ')}`, () => {
      expect(reasons.length).toBeGreaterThan(0)
      process.stderr.write(`\n${engine} is not proved on this machine: ${reasons.join(', ')}\n`)
    })
  })
}
