import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource } from '#test/factories.ts'
import { ownDatabaseOptions, untilEnded } from '#test/worker-under-test.ts'

let app: AppUnderTest
let member: Caller
const children = new Set<ChildProcess>()

beforeAll(async () => {
  app = await appUnderTest()
  member = await app.as(app.member)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await app?.close()
})

/** A worker process that is ready to take jobs. */
async function startProcess(): Promise<ChildProcess> {
  const file = fileURLToPath(new URL('../../../test/worker-process.ts', import.meta.url))
  const child = spawn(process.execPath, [file, app.database.url], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child
}

async function killHard(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  children.delete(child)
}

const backendsOf = async (mark: string) => {
  const { rows } = await app.context.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and query like $1`,
    [`%${mark}%`],
  )
  return rows.map((row) => row.pid)
}

describe('kill -9 in the middle of a query', () => {
  it('runs the job again within 30 s and ends the orphaned query; a second death fails it', async () => {
    const source = await createDataSource(app.context, { options: ownDatabaseOptions(app) })
    const asked = await member.post('/api/query_results', {
      query: 'select pg_sleep(120) as deadly',
      data_source_id: source.id,
      max_age: 0,
    })
    const { job } = asked.json()
    const first = await startProcess()
    await expect.poll(() => backendsOf('deadly'), { timeout: 10_000 }).toHaveLength(1)
    const [orphan] = await backendsOf('deadly')
    await killHard(first)

    const second = await startProcess()
    await expect
      .poll(async () => (await backendsOf('deadly')).filter((pid) => pid !== orphan).length, {
        timeout: 30_000,
      })
      .toBe(1)
    expect(await backendsOf('deadly')).not.toContain(orphan)
    await killHard(second)

    await startProcess()
    const ended = await untilEnded(member, job.id)
    expect(ended.status).toBe(4)
    expect(ended.error).toMatch(/^The worker process that ran this query died, 2 times in a row/)
    expect(await backendsOf('deadly')).toEqual([])
  }, 90_000)
})
