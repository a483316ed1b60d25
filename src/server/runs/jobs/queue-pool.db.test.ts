import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { openQueuePool, patience } from './queue-pool.ts'

let app: AppUnderTest
let server: Server
/** connections that the server ends at once before it lets one through */
let refusals = 0
let asked = 0
const usual = { ...patience }

beforeAll(async () => {
  app = await appUnderTest()
  const target = new URL(app.database.url)
  server = createServer((socket) => {
    asked++
    socket.on('error', () => {})
    if (refusals-- > 0) return void socket.destroy()
    const other = connect(Number(target.port || 5432), target.hostname)
    other.on('error', () => socket.destroy())
    socket.pipe(other).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server?.close()
  await app?.close()
})
afterEach(() => {
  Object.assign(patience, usual)
})

function poolThroughServer() {
  const url = new URL(app.database.url)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return openQueuePool(url.href, 2, undefined)
}

describe('the pool of the job queue', () => {
  it('tries again when PostgreSQL ends a connection before it is one', async () => {
    patience.betweenMilliseconds = 1
    refusals = 3
    asked = 0
    const pool = poolThroughServer()
    const client = await pool.connect()
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(asked).toBe(4)
    client.release()
    await pool.end()
  })

  it('gives up in the end', async () => {
    Object.assign(patience, { milliseconds: 0, betweenMilliseconds: 1 })
    refusals = Number.POSITIVE_INFINITY
    const pool = poolThroughServer()
    await expect(pool.connect()).rejects.toThrow(/terminated|ECONNRESET/)
    refusals = 0
    await pool.end()
  })
})
