import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { deriveSecrets, readStoredKey, type Secrets } from '../src/server/kernel/net/secrets.ts'
import { freePort, startTestPostgres } from '../test/test-postgres.ts'

const launcher = new URL('../bin/sextant.mjs', import.meta.url).pathname

/** The user who has set it up. */
export const benchUser = { email: 'bench@example.com', password: 'bench-bench' }

export interface SextantUnderBench {
  origin: string
  webPid: number
  workerPid: number
  /** the metadata database, which also contains the tables of the queries */
  pool: pg.Pool
  databaseUrl: string
  dataSourceId: number
  /** the admin's API key as a header value */
  authorization: string
  /** sends a request with the admin's API key; the body is not decompressed unless fetch does it */
  request(path: string, init?: RequestInit): Promise<Response>
  stop(): Promise<void>
}

/** One web and one worker process, as `sextant web` and `sextant worker` start them, on a PostgreSQL of their own. */
export async function startSextant(): Promise<SextantUnderBench> {
  const postgres = await startTestPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'sextant-bench-'))
  const port = await freePort()
  const secretKey = randomBytes(32).toString('hex')
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    PORT: String(port),
    SEXTANT_DATA_DIR: folder,
    SEXTANT_SECRET_KEY: secretKey,
    SEXTANT_LOG_LEVEL: 'error',
  }
  await run(['migrate'], env)
  const web = spawnRole('web', env)
  const worker = spawnRole('worker', env)
  const origin = `http://127.0.0.1:${port}`
  // the first start after a change builds the web
  await answers(`${origin}/ping`, 20_000)
  const pool = new pg.Pool({ connectionString: postgres.url })
  const authorization = `Key ${await setUp(origin, pool, deriveSecrets(secretKey))}`
  const request = (path: string, init: RequestInit = {}) =>
    fetch(origin + path, { ...init, headers: { authorization, ...init.headers } })
  return {
    origin,
    webPid: pidOf(web),
    workerPid: pidOf(worker),
    pool,
    databaseUrl: postgres.url,
    authorization,
    dataSourceId: await createDataSource(postgres.url, request),
    request,
    stop: async () => {
      await pool.end()
      await Promise.all([web, worker].map(stopChild))
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function spawnRole(role: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [launcher, role], { env, stdio: ['ignore', 'inherit', 'inherit'] })
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('the process did not start')
  return child.pid
}

async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [launcher, ...args], { env, stdio: 'inherit' })
  const code = await new Promise((resolve) => child.on('exit', resolve))
  if (code !== 0) throw new Error(`sextant ${args.join(' ')} ended with ${code}`)
}

async function stopChild(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.on('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** Waits until something answers at `url`. */
export async function answers(url: string, attempts = 2000): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const reply = await fetch(url).catch(() => null)
    if (reply?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`${url} does not answer`)
}

async function setUp(origin: string, pool: pg.Pool, secrets: Secrets): Promise<string> {
  const reply = await fetch(`${origin}/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Bench',
      ...benchUser,
      org_name: 'Bench',
    }),
  })
  if (!reply.ok) throw new Error(`set-up failed: ${await reply.text()}`)
  const { rows } = await pool.query<{ sealed: Buffer }>('select encrypted_api_key as sealed from users')
  return readStoredKey(secrets, rows[0]?.sealed ?? Buffer.of()) ?? ''
}

async function createDataSource(
  databaseUrl: string,
  request: (path: string, init?: RequestInit) => Promise<Response>,
): Promise<number> {
  const url = new URL(databaseUrl)
  const reply = await request('/api/data_sources', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Bench',
      type: 'pg',
      options: {
        host: url.hostname,
        port: Number(url.port),
        user: url.username,
        password: url.password,
        dbname: url.pathname.slice(1),
      },
      limits: { max_rows: null, max_bytes: null, max_seconds: null, max_runs: null },
    }),
  })
  if (!reply.ok) throw new Error(`data source failed: ${await reply.text()}`)
  return ((await reply.json()) as { id: number }).id
}
