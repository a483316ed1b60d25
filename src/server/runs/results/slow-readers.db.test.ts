import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import {
  createDashboard,
  createDataSource,
  createQuery,
  createVisualization,
  createWidget,
} from '#test/factories.ts'
import { ownDatabaseOptions, untilEnded, workerUnderTest } from '#test/worker-under-test.ts'
import { idleLimit } from './reply-reader.ts'

let app: AppUnderTest
let member: Caller
let admin: Caller
let query: { id: number; api_key: string }
let shared: { token: string; widget: number }
let origin: { host: string; port: number }
let resultId: number
const rowCount = 4
/** more than the socket buffers of both ends */
const rowBytes = 14_000_000
const usualIdle = idleLimit.milliseconds
const slow: Socket[] = []

beforeAll(async () => {
  app = await appUnderTest()
  ;[member, admin] = await Promise.all([app.as(app.member), app.as(app.admin)])
  const source = await createDataSource(app.context, { options: ownDatabaseOptions(app) })
  const worker = await workerUnderTest(app)
  const text = `select g, repeat('x', ${rowBytes}) as t from generate_series(1, ${rowCount}) g`
  query = await createQuery(app.context, { data_source_id: source.id, query: text })
  const asked = await member.post(`/api/queries/${query.id}/results`, { max_age: 0 })
  resultId = Number((await untilEnded(member, asked.json().job.id)).query_result_id)
  const visualization = await createVisualization(app.context, { query_id: query.id })
  const dashboard = await createDashboard(app.context)
  const widget = await createWidget(app.context, {
    ...{ dashboard_id: dashboard.id, visualization_id: visualization.id },
  })
  const { api_key } = (await admin.post(`/api/dashboards/${dashboard.id}/share`)).json()
  shared = { token: api_key, widget: widget.id }
  await worker.stop()
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { address, port } = app.app.server.address() as AddressInfo
  origin = { host: address, port }
})
afterAll(() => app?.close())
afterEach(async () => {
  idleLimit.milliseconds = usualIdle
  for (const socket of slow.splice(0)) socket.destroy()
  await delay(300)
})

const openConnections = () => promisify(app.app.server.getConnections.bind(app.app.server))()

/** A client with its own connection that receives no more than the socket buffers. */
function askSlowly(path: string, headers: Record<string, string>, body?: unknown): Socket {
  const text = body === undefined ? '' : JSON.stringify(body)
  const all = { ...headers, host: 'test', ...(text === '' ? {} : { 'content-length': String(text.length) }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect(origin)
  socket.on('error', () => {})
  socket.write(`${text === '' ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`)
  slow.push(socket)
  return socket
}
const key = () => ({ authorization: `Key ${query.api_key}` })
const rowPath = (row: number) => `/api/query_results/${resultId}/rows?from=${row % rowCount}&count=1`

async function fetchBytes(path: string, headers: Record<string, string>): Promise<number> {
  const reply = await fetch(`http://${origin.host}:${origin.port}${path}`, {
    headers: { ...headers, 'accept-encoding': 'identity' },
    signal: AbortSignal.timeout(25_000),
  })
  expect(reply.status).toBe(200)
  return (await reply.arrayBuffer()).byteLength
}

describe('clients that do not read their rows', () => {
  it.each(['', '&sort=-g'])('share one room, and leave others theirs, with %j', async (order) => {
    for (let row = 0; row < 30; row++) askSlowly(`${rowPath(row)}${order}`, member.headers)
    const answered = () => slow.filter((socket) => socket.bytesRead > 0).length
    await vi.waitFor(() => expect(answered()).toBe(4), 10_000)
    await delay(1000)
    // 4 x 14 MB: the share of one user
    expect(answered()).toBe(4)
    expect(await fetchBytes(rowPath(1), admin.headers)).toBeGreaterThan(rowBytes)
    for (const socket of slow.splice(0)) socket.destroy()
    expect(await fetchBytes(`${rowPath(2)}${order}`, member.headers)).toBeGreaterThan(rowBytes)
  })
})

describe('clients with the key of a query that do not read their downloads', () => {
  it('leave others room for theirs', async () => {
    const path = `/api/queries/${query.id}/results/${resultId}.csv`
    for (let client = 0; client < 20; client++) askSlowly(path, key())
    await delay(1000)
    expect(await fetchBytes(path, admin.headers)).toBeGreaterThan(rowBytes * rowCount)
  })
})

describe('a client that reads nothing for a while', () => {
  it.each<[string, () => Socket]>([
    ['a download', () => askSlowly(`/api/queries/${query.id}/results/${resultId}.tsv`, key())],
    ['rows', () => askSlowly(rowPath(0), member.headers)],
    ['sorted rows', () => askSlowly(`${rowPath(0)}&sort=g`, member.headers)],
    ['the head of a result', () => askSlowly(`/api/query_results/${resultId}?large=head`, member.headers)],
    ['an execution', () => askSlowly(`/api/queries/${query.id}/results`, member.headers, { max_age: -1 })],
    [
      'a public widget',
      () => askSlowly(`/api/dashboards/public/${shared.token}/widgets/${shared.widget}/results`, {}, {}),
    ],
  ])('loses its connection, with %s', async (_, ask) => {
    idleLimit.milliseconds = 500
    const others = await openConnections()
    const socket = ask()
    await vi.waitFor(() => expect(socket.bytesRead).toBeGreaterThan(0), 5000)
    await vi.waitFor(async () => expect(await openConnections()).toBeLessThanOrEqual(others), 8000)
    // read the rest of the socket buffer, to notice that it was closed
    const { promise, resolve } = Promise.withResolvers<void>()
    let taken = 0
    socket.on('data', (data: Buffer) => {
      taken += data.length
    })
    socket.once('close', () => resolve())
    await Promise.race([promise, delay(3000)])
    expect(taken).toBeLessThan(rowBytes)
  })
})
