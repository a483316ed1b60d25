import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import type { Database } from '#server/kernel/db/database.ts'
import { deriveSecrets, type Secrets } from '#server/kernel/net/secrets.ts'
import { databaseUnderTest } from '#test/database-under-test.ts'
import { freePort } from '#test/test-postgres.ts'
import { ensureServer } from '../../bin/launcher/server-build.mjs'
import { ensureWeb } from '../../bin/launcher/web-build.mjs'

const launcher = fileURLToPath(new URL('../../bin/sextant.mjs', import.meta.url))
/** max wait for both processes to be ready, on a busy machine */
const patience = 60_000

/** The complete product: a web process, a worker process and their own database. */
export interface SextantUnderTest {
  url: string
  db: Database['db']
  pool: Database['pool']
  databaseUrl: string
  secrets: Secrets
  /** what is wrong with the running processes: logged errors, or one has ended */
  fault(): string | null
  /** ends both processes and drops the database; throws if one did not exit cleanly or logged an error */
  stop(): Promise<void>
}

/** Starts with an empty, migrated database: `/setup` is the first page. */
export async function sextantUnderTest(
  settings: Readonly<Record<string, string>> = {},
): Promise<SextantUnderTest> {
  ensureWeb()
  ensureServer()
  const database = await databaseUnderTest()
  const dataDir = mkdtempSync(join(tmpdir(), 'sextant-e2e-'))
  // login providers need the address before the instance starts
  const port = settings['PORT'] === undefined ? await freePort() : Number(settings['PORT'])
  const url = `http://127.0.0.1:${port}`
  const secretKey = randomBytes(32).toString('hex')
  const env = {
    PORT: String(port),
    DATABASE_URL: database.url,
    SEXTANT_DATA_DIR: dataDir,
    SEXTANT_SECRET_KEY: secretKey,
    SEXTANT_LOG_LEVEL: 'error',
    ...settings,
  }
  const processes = [run('web', env), run('worker', env)]
  await untilReady(url, processes)
  const output = () => processes.map((each) => each.output()).join('')
  return {
    ...{ url, db: database.db, pool: database.pool, databaseUrl: database.url },
    secrets: deriveSecrets(secretKey),
    fault() {
      if (output().trim() !== '') return `Sextant logged errors:\n${output()}`
      return processes.some((each) => each.hasEnded()) ? 'A process of Sextant has ended.' : null
    },
    async stop() {
      const codes = await Promise.all(processes.map((each) => each.stop()))
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
      if (output().trim() !== '') throw new Error(`Sextant logged errors:\n${output()}`)
      if (codes.some((code) => code !== 0)) throw new Error(`Sextant ended with ${codes.join(', ')}`)
    },
  }
}

type Running = ReturnType<typeof run>

async function untilReady(url: string, processes: readonly Running[]): Promise<void> {
  for (const end = Date.now() + patience; ; await delay(50)) {
    const ended = processes.find((each) => each.hasEnded())
    if (ended) throw new Error(`A process of Sextant has ended: ${ended.output()}`)
    const reply = await fetch(`${url}/ping`).catch(() => null)
    if (reply?.ok) return
    if (Date.now() > end) throw new Error(`Sextant does not answer. ${processes[0]?.output()}`)
  }
}

/** Vitest ends its workers without notice: `test/global-setup.ts` ends what is left of these processes. */
function noteProcess(pid: number | undefined): void {
  if (pid !== undefined) appendFileSync(join(inject('runFolder'), 'processes'), `${pid}\n`)
}

function run(role: 'web' | 'worker', settings: Readonly<Record<string, string>>) {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [launcher, role], { env: { PATH, HOME, ...settings } })
  noteProcess(child.pid)
  const parts: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => parts.push(part.toString()))
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return {
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    output: () => parts.join(''),
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}
