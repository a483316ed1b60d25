import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { startInfluxdb } from '#test/engines/influxdb.ts'
import { isProgram, type RunningEngine, withEngine } from '#test/engines/start-engine.ts'
import { freePort } from '#test/test-postgres.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { recordingSink } from '../recording-sink.ts'
import { influxdb } from './influxdb-connector.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }
let server: RunningEngine
let stand: Stand

const urlOf = (account: string, port = server.port) => `influxdb://${account}@127.0.0.1:${port}/metrics`
const resultOf = async (text: string) => {
  const sink = recordingSink()
  await runOn(stand, text, sink)
  return sink
}
const authorization = `Basic ${Buffer.from('admin:s€cret').toString('base64')}`

async function write(lines: string): Promise<void> {
  const reply = await fetch(`${server.url}/write?db=metrics`, {
    method: 'POST',
    headers: { authorization },
    body: lines,
  })
  if (!reply.ok) throw new Error(await reply.text())
}

const tests = () => {
  beforeAll(async () => {
    server = await startInfluxdb()
    const ask = async (q: string) => {
      const reply = await fetch(`${server.url}/query`, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({ q }),
      })
      if (!reply.ok) throw new Error(await reply.text())
    }
    await ask(`create user admin with password 's€cret' with all privileges`)
    await ask('create database metrics')
    await write(`cpu,host=a,zone=ä\\ 1 load=1.5,count=9007199254740993i,ok=true,note="x \\"y\\"" 1704164645123456789
cpu,host=b load=2,count=1i 1704164646000000000
mem free=7i 1704164645000000000`)
    await write(
      Array.from(
        { length: 100_000 },
        (_, at) => `many value=${at}i 1704164645${String(at).padStart(9, '0')}`,
      ).join('\n'),
    )
    stand = {
      connector: influxdb,
      ground: { host, options: { url: urlOf('admin:s%E2%82%ACcret') } },
      backends: [],
    } as unknown as Stand
  })
  afterAll(() => server?.stop())

  describe('reads', () => {
    it('every type, digit for digit', async () => {
      const sink = await resultOf('select count, load, ok, note from cpu order by time')
      expect(sink.names).toEqual(['time', 'count', 'load', 'ok', 'note'])
      expect(sink.types).toEqual(['datetime', 'integer', 'float', 'boolean', 'string'])
      expect(sink.cells).toEqual([
        ['"2024-01-02T03:04:05.123Z"', '9007199254740993', '1.5', 'true', '"x \\"y\\""'],
        ['"2024-01-02T03:04:06Z"', '1', '2', 'null', 'null'],
      ])
    })

    it('tags after the columns of all series', async () => {
      const sink = await resultOf('select load from cpu group by host, zone')
      expect(sink.names).toEqual(['time', 'load', 'host', 'zone'])
      expect(sink.cells.map((row) => row.slice(1))).toEqual([
        ['1.5', '"a"', '"ä 1"'],
        ['2', '"b"', '""'],
      ])
    })

    it('several measurements and statements', async () => {
      const sink = await resultOf("select free from mem; select load from cpu where host = 'a'")
      expect(sink.names).toEqual(['time', 'free', 'load'])
      expect(sink.cells.map((row) => row.slice(1))).toEqual([
        ['7', 'null'],
        ['null', '1.5'],
      ])
    })

    it('nothing', async () => {
      expect((await resultOf('select load from nowhere')).cells).toEqual([])
    })

    it('100,000 rows in bounded batches, and no more than the sink wants', async () => {
      const sink = recordingSink({ keepsCells: false })
      await runOn(stand, 'select value from many', sink)
      expect(sink.batches.reduce((total, count) => total + count, 0)).toBe(100_000)
      const few = recordingSink({ keepsCells: false, stopAfter: 5000 })
      await runOn(stand, 'select value from many', few)
      expect(few.batches.reduce((total, count) => total + count, 0)).toBeLessThan(100_000)
    })

    it('no schema, and passes the connection test', async () => {
      const session = await openOn(stand)
      await session.ping(AbortSignal.timeout(5000))
      expect(await session.tables(AbortSignal.timeout(5000))).toBeNull()
    })
  })

  describe('says', () => {
    it.each([
      ['selec', /error parsing query: found selec/],
      ['select * from "nowhere".."x"', /database not found: nowhere/],
      ['', /^Query is empty$/],
    ])('what is wrong with %s', async (text, message) => {
      const failure = await failureOf(resultOf(text))
      expect(failure).toBeInstanceOf(QueryFailed)
      expect((failure as Error).message).toMatch(message)
    })

    it('that the password is wrong, or that nothing is there', async () => {
      const ping = async (url: string) =>
        failureOf((await openOn(stand, { url })).ping(AbortSignal.timeout(5000)))
      const wrong = await ping(urlOf('admin:wrong-password'))
      expect(wrong).toBeInstanceOf(ConnectionFailed)
      expect(String(wrong)).toMatch(/refuses the user or the password: authorization failed/)
      expect(String(wrong)).not.toContain('wrong-password')
      const refused = await ping(urlOf('admin:x', await freePort()))
      expect(String(refused)).toMatch(/cannot be reached: the connection was refused/)
    })

    it.each(['http://127.0.0.1:8086/x', 'influxdb://', 'nonsense', ''])(
      'that %s is no address of it',
      async (url) => {
        expect(String(influxdb.validate?.({ url }))).toMatch(/must have the form/)
      },
    )

    it('nothing more when the run is stopped', async () => {
      const failure = await failureOf(
        runOn(stand, 'select value from many', recordingSink(), AbortSignal.abort()),
      )
      expect(failure).toBeInstanceOf(Cancelled)
    })
  })
}

withEngine('InfluxDB 1.6 (Debian)', [!isProgram('apt-get') && 'apt-get is missing'], tests)
