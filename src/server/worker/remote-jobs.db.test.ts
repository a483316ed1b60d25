import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { csv } from '#connectors/csv/csv-connector.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource } from '#test/factories.ts'
import { type RemoteEngine, remoteConnector, startRemoteEngine } from '#test/live/remote-engine.ts'
import { untilEnded, workerUnderTest } from '#test/worker-under-test.ts'

/** The type csv reads a data source with jobs of its own here. */
const original = { ...csv }
let app: AppUnderTest
let member: Caller
let sourceId: number
let engine: RemoteEngine
beforeAll(async () => {
  app = await appUnderTest()
  member = await app.as(app.member)
  sourceId = (await createDataSource(app.context, { type: 'csv', options: {} })).id
})
beforeEach(async () => {
  engine = await startRemoteEngine()
  Object.assign(csv, remoteConnector(engine.url))
})
afterEach(async () => {
  delete csv.resume
  delete csv.killOrphan
  Object.assign(csv, original)
  await engine.stop()
})
afterAll(() => app?.close())

async function ask(): Promise<string> {
  const asked = { query: `url: ${Math.random()}`, data_source_id: sourceId, max_age: 0 }
  return (await member.post('/api/query_results', asked)).json().job.id
}

const jobOf = async (id: string) => (await member.get(`/api/jobs/${id}`)).json().job

async function rowOf(id: string): Promise<unknown> {
  const { query_result_id } = await untilEnded(member, id)
  return (await member.get(`/api/query_results/${query_result_id}`)).json().query_result.data.rows[0]
}

/** A run whose worker has stopped while the engine worked on it. */
async function leftRun(): Promise<string> {
  const first = await workerUnderTest(app)
  const id = await ask()
  await expect.poll(() => engine.begun()).toBe(1)
  await expect.poll(async () => (await jobOf(id)).progress).toEqual({ fraction: 0.25, bytes: 5_000_000 })
  await first.stop()
  expect((await jobOf(id)).status).toBe(1)
  return id
}

describe('a run of a data source with jobs of its own', () => {
  it('goes on reading the same job when its worker has stopped', async () => {
    const id = await leftRun()
    // longer than a heartbeat, which ends what lost runs have left behind
    const second = await workerUnderTest(app)
    await expect.poll(async () => (await jobOf(id)).status).toBe(2)
    await new Promise((resolve) => setTimeout(resolve, 2500))
    engine.finish()
    expect(await rowOf(id)).toEqual({ job: 'job-1' })
    expect([engine.begun(), engine.ended()]).toEqual([1, []])
    expect(await jobOf(id)).not.toHaveProperty('progress')
    await second.stop()
  })

  it('begins again when the job is gone', async () => {
    const id = await leftRun()
    engine.forget()
    engine.finish()
    const second = await workerUnderTest(app)
    expect(await rowOf(id)).toEqual({ job: 'job-2' })
    await second.stop()
  })

  it('ends the job when the run is cancelled: before the next worker takes it, or after', async () => {
    const waiting = await leftRun()
    expect((await member.delete(`/api/jobs/${waiting}`)).statusCode).toBeLessThan(300)
    const second = await workerUnderTest(app)
    await expect.poll(() => engine.ended()).toEqual(['job-1'])
    const running = await ask()
    await expect.poll(() => engine.begun()).toBe(2)
    await member.delete(`/api/jobs/${running}`)
    await expect.poll(() => engine.ended()).toEqual(['job-1', 'job-2'])
    await second.stop()
  })
})
