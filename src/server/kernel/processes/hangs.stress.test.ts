import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveSecrets } from '#server/kernel/net/secrets.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource } from '#test/factories.ts'
import {
  environmentOf,
  isAlive,
  processesIn,
  roleProcesses,
  runSextant,
  type SextantProcess,
  until,
} from '#test/sextant-process.ts'
import { freePort } from '#test/test-postgres.ts'
import { ownDatabaseOptions, untilEnded } from '#test/worker-under-test.ts'

const key = 'k3Jd9fLq2XzP7vTn5RbW8yHs4MgC6uEa'

/** Real processes; a signal blocks their main loop with an endless loop. */
describe('a process that hangs', { timeout: 120_000 }, () => {
  let folder: string
  let blocking: string
  let app: AppUnderTest
  let member: Caller
  let sourceId: number
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-hangs-'))
    const file = join(folder, 'block.mjs')
    writeFileSync(file, "process.on('SIGUSR2', () => { for (;;) {} })\n")
    blocking = `--import=${pathToFileURL(file).href}`
    app = await appUnderTest()
    member = await app.as(app.member)
    sourceId = (
      await createDataSource(
        { ...app.context, secrets: deriveSecrets(key) },
        { options: ownDatabaseOptions(app) },
      )
    ).id
  })
  afterAll(async () => {
    await app?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const sextant = async (role: string, more: Record<string, string> = {}): Promise<SextantProcess> =>
    runSextant(role, {
      DATABASE_URL: app.database.url,
      SEXTANT_SECRET_KEY: key,
      NODE_OPTIONS: blocking,
      SEXTANT_DATA_DIR: join(folder, role),
      PORT: String(await freePort()),
      SEXTANT_STOP_GRACE_SECONDS: '1',
      SEXTANT_LOG_LEVEL: 'info',
      ...more,
    })

  async function ask(query: string): Promise<string> {
    const reply = await member.post('/api/query_results', { query, data_source_id: sourceId, max_age: 0 })
    return reply.json().job.id
  }
  const jobOf = async (id: string) => {
    const { rows } = await app.context.pool.query<{ status: string; pid: number | null }>(
      `select jobs.status, workers.pid from jobs left join workers on workers.id = jobs.worker_id where jobs.id = $1`,
      [id],
    )
    return rows[0] ?? { status: 'gone', pid: null }
  }
  const stop = async (started: SextantProcess) => {
    started.child.kill('SIGTERM')
    await started.ended
  }

  it('is replaced by the supervisor; its runs are retried in their own processes, and one that hangs again fails', async () => {
    const started = await sextant('start')
    try {
      await until(() => started.output().includes('taking jobs'), started)
      const [worker = 0] = roleProcesses(started.pid, 'worker')
      const culprit = await ask('select pg_sleep(60) as culprit')
      const bystander = await ask('select pg_sleep(7) as bystander')
      await expect.poll(() => jobOf(culprit)).toEqual({ status: 'started', pid: worker })
      await expect.poll(() => jobOf(bystander)).toEqual({ status: 'started', pid: worker })
      process.kill(worker, 'SIGUSR2')
      await expect
        .poll(async () => (await jobOf(culprit)).pid, { timeout: 30_000 })
        .not.toBeOneOf([null, worker])
      expect(isAlive(worker)).toBe(false)
      const [next = 0] = roleProcesses(started.pid, 'worker')
      // each in its own process
      await expect.poll(async () => (await jobOf(culprit)).pid).not.toBeOneOf([null, worker, next])
      await expect.poll(async () => (await jobOf(bystander)).pid).not.toBeOneOf([null, worker, next])
      process.kill((await jobOf(culprit)).pid ?? 0, 'SIGUSR2')
      const ended = await untilEnded(member, culprit)
      expect(ended).toMatchObject({
        status: 4,
        error: expect.stringMatching(/^This run made its worker process hang/),
      })
      expect(String(ended.error)).not.toContain('memory')
      expect(await untilEnded(member, bystander)).toMatchObject({ status: 3, error: '' })
      expect(roleProcesses(started.pid, 'worker')).toEqual([next])
      expect(started.output()).toContain(
        'The worker 1 process has not answered for 10 s: something blocks it. It is ended.',
      )
    } finally {
      await stop(started)
    }
  })

  it('is replaced by the supervisor when it is stopped, and so is a web process that hangs', async () => {
    const started = await sextant('start')
    try {
      await until(() => started.output().includes('taking jobs'), started)
      await until(() => started.output().includes('Sextant is ready'), started)
      const [worker = 0] = roleProcesses(started.pid, 'worker')
      const [web = 0] = roleProcesses(started.pid, 'web')
      process.kill(worker, 'SIGSTOP')
      process.kill(web, 'SIGUSR2')
      await until(() => !isAlive(worker) && !isAlive(web), started)
      await until(() => roleProcesses(started.pid, 'worker').length === 1, started)
      await until(() => roleProcesses(started.pid, 'web').length === 1, started)
    } finally {
      await stop(started)
    }
  })

  it('is ended by its own watchdog without a supervisor, but not after a temporary stop', async () => {
    const lone = await sextant('worker')
    await until(() => lone.output().includes('taking jobs'), lone)
    lone.child.kill('SIGSTOP')
    await delay(14_000)
    lone.child.kill('SIGCONT')
    await delay(3000)
    expect(isAlive(lone.pid)).toBe(true)
    lone.child.kill('SIGUSR2')
    expect(await lone.ended).toBeNull()
    expect(lone.child.signalCode).toBe('SIGKILL')
    expect(lone.output()).toContain(
      'This process has not answered for 10 s: something blocks it. It is ended.',
    )
  })

  it('is not assumed while PostgreSQL is unavailable, or after all processes were stopped together', async () => {
    const dataDir = join(folder, 'own')
    const started = await sextant('start', { DATABASE_URL: '', SEXTANT_DATA_DIR: dataDir })
    try {
      await until(() => started.output().includes('taking jobs'), started)
      const processes = [...roleProcesses(started.pid, 'worker'), ...roleProcesses(started.pid, 'web')]
      const postgres = processesIn(join(dataDir, 'postgres'))
      expect(postgres.length).toBeGreaterThan(1)
      for (const pid of postgres) process.kill(pid, 'SIGSTOP')
      await delay(24_000)
      for (const pid of postgres) process.kill(pid, 'SIGCONT')
      const everything = [started.pid, ...processes]
      for (const pid of everything) process.kill(pid, 'SIGSTOP')
      await delay(24_000)
      for (const pid of everything.toReversed()) process.kill(pid, 'SIGCONT')
      await delay(4000)
      expect([...roleProcesses(started.pid, 'worker'), ...roleProcesses(started.pid, 'web')]).toEqual(
        processes,
      )
      expect(started.output()).not.toContain('has not answered')
      const url = environmentOf(processes[0] ?? 0, 'DATABASE_URL') ?? ''
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await expect
        .poll(
          async () =>
            (await client.query('select now() - heartbeat_at < interval $$5 s$$ as lives from workers')).rows,
        )
        .toEqual([{ lives: true }])
      await client.end()
    } finally {
      await stop(started)
    }
  })
})
