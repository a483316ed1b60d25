import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource } from '#test/factories.ts'
import { startWorkerProcess } from '#test/start-alone-process.ts'
import { ownDatabaseOptions, untilEnded } from '#test/worker-under-test.ts'
import { keepSweeping } from './keep-sweeping.ts'

let app: AppUnderTest
let member: Caller
let sourceId: number
const children = new Set<ChildProcess>()

beforeAll(async () => {
  app = await appUnderTest()
  member = await app.as(app.member)
  sourceId = (await createDataSource(app.context, { options: ownDatabaseOptions(app) })).id
})
afterEach(async () => {
  await Promise.all([...children].map(killHard))
})
afterAll(() => app?.close())

/** A worker process that is ready to take jobs. */
async function startProcess(): Promise<ChildProcess> {
  const child = await startWorkerProcess(app.database.url, { workerConcurrency: 4 })
  children.add(child)
  return child
}

async function killHard(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  children.delete(child)
}

async function ask(query: string): Promise<string> {
  const reply = await member.post('/api/query_results', { query, data_source_id: sourceId, max_age: 0 })
  return reply.json().job.id
}

const backendsOf = async (mark: string) => {
  const { rows } = await app.context.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and query like $1`,
    [`%${mark}%`],
  )
  return rows.map((row) => row.pid)
}

/** The process that runs the job; null: none. */
async function processOf(jobId: string): Promise<number | null> {
  const { rows } = await app.context.pool.query<{ pid: number }>(
    `select workers.pid from jobs join workers on workers.id = jobs.worker_id
     where jobs.id = $1 and jobs.status = 'started'`,
    [jobId],
  )
  return rows[0]?.pid ?? null
}

/** Waits until the job runs in a process other than these workers, and returns that process. */
async function ownProcessOf(jobId: string, ...workers: ChildProcess[]): Promise<number> {
  const others = [null, ...workers.map(({ pid }) => pid)]
  await expect.poll(() => processOf(jobId), { timeout: 30_000 }).not.toBeOneOf(others)
  return (await processOf(jobId)) ?? 0
}

const statusOf = async (jobId: string) => {
  const { rows } = await app.context.pool.query<{ status: string }>('select status from jobs where id = $1', [
    jobId,
  ])
  return rows[0]?.status
}

const orphanOf = async (jobId: string) => {
  const { rows } = await app.context.pool.query('select orphan from jobs where id = $1', [jobId])
  return rows[0]?.orphan ?? null
}

describe('kill -9 in the middle of a query', () => {
  it('runs the job again within 30 s and ends the orphaned query; a second death fails it, not what ran beside it', async () => {
    const culprit = await ask('select pg_sleep(120) as deadly')
    const bystander = await ask('select pg_sleep(8) as harmless')
    const first = await startProcess()
    await expect.poll(() => backendsOf('deadly'), { timeout: 10_000 }).toHaveLength(1)
    await expect.poll(() => backendsOf('harmless'), { timeout: 10_000 }).toHaveLength(1)
    expect(await processOf(culprit)).toBe(first.pid)
    const [orphan] = await backendsOf('deadly')
    await killHard(first)

    const second = await startProcess()
    const alone = await ownProcessOf(culprit, first, second)
    await expect
      .poll(async () => (await backendsOf('deadly')).filter((pid) => pid !== orphan).length, {
        timeout: 30_000,
      })
      .toBe(1)
    expect(await backendsOf('deadly')).not.toContain(orphan)
    // each has its own process now
    const beside = await ownProcessOf(bystander, first, second)
    expect(beside).not.toBe(alone)
    process.kill(alone, 'SIGKILL')

    const ended = await untilEnded(member, culprit)
    expect(ended.status).toBe(4)
    expect(ended.error).toMatch(/^The worker process that ran this query died \(SIGKILL\), 2 times in a row/)
    expect(await untilEnded(member, bystander)).toMatchObject({ status: 3, error: '' })
    await expect.poll(() => backendsOf('deadly')).toEqual([])
    expect(second.exitCode).toBeNull()

    // the same text no longer runs beside others
    const again = await ask('select pg_sleep(120) as deadly')
    await expect.poll(() => processOf(again), { timeout: 20_000 }).not.toBeOneOf([null, second.pid])
    await member.delete(`/api/jobs/${again}`)
    expect((await untilEnded(member, again)).status).toBe(4)
    await expect.poll(() => backendsOf('deadly')).toEqual([])
  }, 120_000)

  it('requeues the run of a separate process when its worker stops or dies, without counting an attempt', async () => {
    const id = await ask('select pg_sleep(120) as handed')
    const first = await startProcess()
    await expect.poll(() => backendsOf('handed'), { timeout: 10_000 }).toHaveLength(1)
    await killHard(first)
    const second = await startProcess()
    const alone = await ownProcessOf(id, first, second)
    const gone = once(second, 'exit')
    second.kill('SIGTERM')
    await gone
    children.delete(second)
    expect(await statusOf(id)).toBe('queued')
    const third = await startProcess()
    await expect.poll(() => processOf(id), { timeout: 30_000 }).not.toBeOneOf([null, alone, third.pid])
    // its parent is dead: it ends itself
    const orphaned = (await processOf(id)) ?? 0
    await killHard(third)
    await expect.poll(() => statusOf(id), { timeout: 20_000 }).toBe('queued')
    await expect.poll(() => isRunning(orphaned)).toBe(false)
    await member.delete(`/api/jobs/${id}`)
    expect((await untilEnded(member, id)).status).toBe(4)
  }, 120_000)

  it('is swept up by a web process when no worker is left, and the next worker ends the orphaned query', async () => {
    const id = await ask('select pg_sleep(120) as lonely')
    const cancelled = await ask('select pg_sleep(120) as unwanted')
    const only = await startProcess()
    await expect.poll(() => backendsOf('lonely'), { timeout: 10_000 }).toHaveLength(1)
    await expect.poll(() => backendsOf('unwanted'), { timeout: 10_000 }).toHaveLength(1)
    const [session] = await backendsOf('lonely')
    await killHard(only)
    await member.delete(`/api/jobs/${cancelled}`)
    const sweeping = keepSweeping(app.context)
    try {
      await expect.poll(() => statusOf(id), { timeout: 30_000 }).toBe('queued')
      await expect.poll(() => statusOf(cancelled), { timeout: 10_000 }).toBe('cancelled')
    } finally {
      await sweeping.stop()
    }
    // a web process opens no data source: it records what the next worker has to end there
    expect(await orphanOf(id)).toMatchObject({ pid: session })
    expect(await orphanOf(cancelled)).not.toBeNull()
    const next = await startProcess()
    await ownProcessOf(id, only, next)
    await expect.poll(() => orphanOf(id), { timeout: 20_000 }).toBeNull()
    await expect.poll(() => orphanOf(cancelled), { timeout: 20_000 }).toBeNull()
    expect(await backendsOf('unwanted')).toEqual([])
    expect(await backendsOf('lonely')).not.toContain(session)
    await member.delete(`/api/jobs/${id}`)
    expect((await untilEnded(member, id)).status).toBe(4)
    expect(next.exitCode).toBeNull()
  }, 120_000)
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
