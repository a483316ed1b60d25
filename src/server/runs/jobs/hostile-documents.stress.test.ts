import { isUtf8 } from 'node:buffer'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource } from '#test/factories.ts'
import { startWorkerProcess } from '#test/start-alone-process.ts'
import { ownDatabaseOptions, untilEnded } from '#test/worker-under-test.ts'

/** What untrusted servers may send to a real worker, with another user's run beside it. */
let app: AppUnderTest
let member: Caller
let server: Server
let worker: ChildProcess
let origin = ''
const sources = { json: 0, csv: 0, pg: 0 }

const keys = (count: number) => `[${Array.from({ length: count }, (_, n) => `{"k${n}":1}`).join(',')}]`
/** rows of 9 MB, each packed into a few kilobytes */
const packedRow = gzipSync(`${'x'.repeat(9_000_000)}\n`)
const packedBlanks = gzipSync('\n'.repeat(10_000_000))

function answer(url: string, reply: ServerResponse): void {
  if (url === '/keys-20000') reply.end(keys(20_000))
  else if (url === '/keys-100000') reply.end(keys(100_000))
  else if (url === '/empty-objects') reply.end(`[${'{},'.repeat(32_000_000)}{}]`)
  else if (url === '/lists') reply.end(`[{"a":[${'[],'.repeat(15_000_000)}[]]}]`)
  else if (url === '/cut') reply.end('[{"a":1},{"a":')
  else if (url === '/deep') reply.end(`[{"a":${'[{"b":'.repeat(2500)}1${'}]'.repeat(2500)}}]`)
  else if (url === '/halves') reply.end('[{"a\\ud800":"x\\ud800y","n":-0,"l":["\\udc00",-0]}]')
  else if (url === '/native') reply.end('[{"constructor":1},{"b":2}]')
  else if (url === '/large-rows.csv') sendPacked(reply, packedRow, 2000)
  else if (url === '/blanks.csv') sendPacked(reply, packedBlanks, 1_000_000)
  else reply.writeHead(404).end()
}

function sendPacked(reply: ServerResponse, part: Buffer, count: number): void {
  reply.writeHead(200, { 'content-encoding': 'gzip' })
  reply.write(gzipSync('a\n'))
  let sent = 0
  const send = () => {
    while (sent < count && !reply.destroyed) {
      sent++
      if (!reply.write(part)) return reply.once('drain', send)
    }
    return reply.end()
  }
  send()
}

beforeAll(async () => {
  app = await appUnderTest()
  member = await app.as(app.member)
  server = createServer((request, reply) => answer(request.url ?? '', reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  sources.json = (await createDataSource(app.context, { type: 'json', options: {} })).id
  sources.csv = (await createDataSource(app.context, { type: 'csv', options: {} })).id
  sources.pg = (await createDataSource(app.context, { options: ownDatabaseOptions(app) })).id
  const settings = {
    allowedPrivateHosts: ['127.0.0.1'],
    engineMemoryMb: 256,
    maxBytes: 60_000_000,
    maxSeconds: 300,
    workerConcurrency: 4,
  }
  worker = await startWorkerProcess(app.database.url, settings)
}, 60_000)
afterAll(async () => {
  worker?.kill('SIGKILL')
  server?.closeAllConnections()
  server?.close()
  await app?.close()
})

async function ask(source: keyof typeof sources, query: string): Promise<string> {
  const reply = await member.post('/api/query_results', {
    query,
    data_source_id: sources[source],
    max_age: 0,
  })
  return reply.json<{ job: { id: string } }>().job.id
}

const childrenOf = (pid: number): number[] => {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return text.split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
const residentMb = (pid: number): number => {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1024 / 1024
  } catch {
    return 0
  }
}

/** The peak memory of the worker and its children during `work`. */
async function watched<T>(work: () => Promise<T>): Promise<{ ended: T; worker: number; child: number }> {
  const most = { worker: 0, child: 0 }
  const pid = worker.pid as number
  const timer = setInterval(() => {
    most.worker = Math.max(most.worker, residentMb(pid))
    for (const child of childrenOf(pid)) most.child = Math.max(most.child, residentMb(child))
  }, 20)
  try {
    return { ended: await work(), ...most }
  } finally {
    clearInterval(timer)
  }
}

/** Another user's run that starts before and ends during or after the reading of the hostile document. */
async function besides<T>(work: () => Promise<T>): Promise<T> {
  const long = await ask('pg', `select 1 as beside, pg_sleep(1), ${Math.random()}`)
  const done = work()
  const quick = await ask('pg', `select 1 as quick, ${Math.random()}`)
  expect((await untilEnded(member, quick)).status).toBe(3)
  expect((await untilEnded(member, long)).status).toBe(3)
  return await done
}

const runJson = async (path: string) => untilEnded(member, await ask('json', `url: ${origin}${path}`))
const runCsv = async (path: string) => untilEnded(member, await ask('csv', `url: ${origin}${path}`))

describe('a hostile document', () => {
  it.each(['/keys-20000', '/keys-100000'])(
    'with a new key in each row is refused: %s',
    async (path) => {
      const job = await besides(() => runJson(path))
      expect([job.status, job.error]).toEqual([
        4,
        'The result has more than 5,000 columns; the limit is 5,000. Select fewer of them.',
      ])
    },
    120_000,
  )

  it('of 96 MB of empty objects is read within the memory of its process', async () => {
    const { ended, worker: own, child } = await watched(() => besides(() => runJson('/empty-objects')))
    expect([ended.status, ended.error]).toEqual([3, ''])
    expect(own).toBeLessThan(600)
    expect(child).toBeLessThan(256 + 256)
  }, 240_000)

  it('that needs more memory than its process may take ends that process, and its run reports it', async () => {
    const pid = worker.pid
    const { ended, worker: own } = await watched(() => besides(() => runJson('/lists')))
    expect([ended.status, ended.error]).toEqual([
      4,
      'The query needed more memory than its process may take (256 MB, SEXTANT_ENGINE_MEMORY_MB) and was stopped.',
    ])
    expect(own).toBeLessThan(600)
    expect([worker.pid, worker.exitCode, worker.signalCode]).toEqual([pid, null, null])
  }, 240_000)

  it('of 2,000 packed rows of 9 MB is cut off at the limit of the result, within bounds', async () => {
    const { ended, worker: own, child } = await watched(() => besides(() => runCsv('/large-rows.csv')))
    expect([ended.status, ended.error]).toEqual([3, ''])
    const { query_result: result } = (await member.get(`/api/query_results/${ended.query_result_id}`)).json()
    expect(result.data.truncated).toBe(true)
    expect(result.data.rows.length).toBeGreaterThan(3)
    expect(own).toBeLessThan(900)
    expect(child).toBeLessThan(256 + 256)
  }, 240_000)

  it('that unfolds without end is cancelled, and its process ends', async () => {
    const id = await ask('csv', `url: ${origin}/blanks.csv`)
    await expect.poll(() => childrenOf(worker.pid as number).length, { timeout: 30_000 }).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await member.delete(`/api/jobs/${id}`)
    expect((await untilEnded(member, id)).error).toBe('Query cancelled by user.')
    await expect.poll(() => childrenOf(worker.pid as number), { timeout: 5000 }).toEqual([])
  }, 120_000)

  it.each([
    ['/cut', 'The answer is not JSON: it ends in the middle, after 14 bytes.'],
    ['/deep', 'The answer is nested too deeply: more than 500 objects and lists within each other.'],
  ])(
    'that is not valid JSON fails its run, and is no error of ours: %s',
    async (path, message) => {
      const job = await runJson(path)
      expect([job.status, job.error]).toEqual([4, message])
    },
    60_000,
  )

  it('with halves of characters and -0 gives valid files of what the screen shows', async () => {
    const job = await runJson('/halves')
    const address = `/api/query_results/${job.query_result_id}`
    const json = await member.get(`${address}.json`)
    expect(json.body).toContain(String.raw`"rows":[{"a\ud800":"x\ud800y","n":-0,"l":["\udc00",0]}]`)
    const csv = await member.get(`${address}.csv`)
    expect(csv.rawPayload.equals(Buffer.from('a\ufffd,n,l\r\nx\ufffdy,-0,"[""\\udc00"",0]"\r\n'))).toBe(true)
    const xlsx = await member.get(`${address}.xlsx`)
    const sheet = unzipSync(xlsx.rawPayload)['xl/worksheets/sheet1.xml'] as Uint8Array
    expect(isUtf8(sheet)).toBe(true)
    expect(Buffer.from(sheet).toString('utf8')).toContain('x\ufffdy')
  }, 60_000)

  it('with keys of JavaScript itself shows only data', async () => {
    const job = await runJson('/native')
    const { query_result: result } = (await member.get(`/api/query_results/${job.query_result_id}`)).json()
    expect(result.data.rows).toEqual([
      { constructor: 1, b: null },
      { constructor: null, b: 2 },
    ])
  }, 60_000)
})
