import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { snowflakeAnswer } from '#test/live/snowflake-answers.ts'
import { type SnowflakeServer, startSnowflake } from '#test/live/snowflake-server.ts'
import { freePort } from '#test/test-postgres.ts'
import type { BackendReference, ConnectorHost } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { recordingSink } from '../recording-sink.ts'
import { snowflake } from './snowflake-connector.ts'
import { snowflakeTrials } from './snowflake-trials.ts'

function optionsOf(server: SnowflakeServer) {
  return {
    ...{ account: 'demo-org', user: 'reader', warehouse: 'small', database: 'shop' },
    ...{ private_key_File: server.keyFile, private_key_pwd: 'of-the-key' },
  }
}

connectorSuite(snowflake, snowflakeTrials, async () => {
  const server = await startSnowflake(snowflakeAnswer)
  const nowhere = createServerFetch({ version: 'test' })
  const fetchServer: ConnectorHost['fetchServer'] = (url, init, signal) =>
    url.startsWith('https://127.0.0.1') ? nowhere(url, init, signal) : server.fetchServer(url, init, signal)
  const options = optionsOf(server)
  return {
    host: { fetchServer },
    options,
    refused: { ...options, host: `127.0.0.1:${await freePort()}` },
    wrongPassword: { ...options, private_key_File: server.strangeKeyFile },
    running: async () => server.running(),
    stop: server.stop,
  }
})

describe('Snowflake', () => {
  let server: SnowflakeServer
  let stand: Stand
  beforeAll(async () => {
    server = await startSnowflake(snowflakeAnswer)
    const ground = { host: { fetchServer: server.fetchServer }, options: optionsOf(server) }
    stand = { connector: snowflake, ground, backends: [] } as unknown as Stand
  })
  beforeEach(() => {
    server.begun.length = 0
    server.requests.length = 0
    stand.backends.length = 0
  })
  afterAll(() => server.stop())
  const many = 'select n from numbered -- answer: many'
  const types = 'select * from every_type -- answer: types'
  const standWith = (options: object): Stand => ({
    ...stand,
    ground: { ...stand.ground, options: { ...stand.ground.options, ...options } },
  })
  const pingWith = async (options: object) => {
    const session = await openOn(standWith(options))
    await session.ping(AbortSignal.timeout(30_000))
  }

  it('names warehouse, database and schema as a statement would, and its time limit', async () => {
    const own = standWith({ database: 'shop."large one"', warehouse: '"tiny"' })
    own.ground.host = { ...own.ground.host, maxSeconds: 90 }
    await runOn(own, types, recordingSink())
    expect(server.begun[0]).toMatchObject({
      ...{ database: 'SHOP', schema: 'large one', warehouse: 'tiny', timeout: 90, statement: types },
    })
  })

  it('takes a programmatic access token for the password, and it counts more than a key', async () => {
    await pingWith({ password: server.accessToken, private_key_File: server.strangeKeyFile })
    const failure = await failureOf(pingWith({ password: 'another-password' }))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect(String(failure)).toMatch(/demo-org\.snowflakecomputing\.com refuses .*token is invalid/)
    expect(String(failure)).not.toContain('another-password')
  })

  it.each([{ private_key_pwd: 'wrong' }, { private_key_File: 'bm8ga2V5' }])(
    'says that the key %o is no key',
    async (options) => {
      const failure = await failureOf(pingWith(options))
      expect(failure).toBeInstanceOf(ConnectionFailed)
      expect(String(failure)).toMatch(/private key cannot be read/)
    },
  )

  it('goes on reading what a worker began that died, and pays for it once', async () => {
    const session = await openOn(stand)
    const controller = new AbortController()
    const stuck = { ...recordingSink({ keepsCells: false }), rows: () => new Promise<boolean>(() => {}) }
    void failureOf(session.run(many, stuck, controller.signal))
    await expect.poll(() => stand.backends.length).toBe(1)
    const backend = stand.backends[0] as BackendReference
    const host = { ...stand.ground.host, reportBackend() {} } as unknown as ConnectorHost
    const resume = (from: BackendReference, sink = recordingSink({ keepsCells: false })) =>
      snowflake.resume?.(stand.ground.options, host, from, sink, AbortSignal.timeout(60_000))
    const again = recordingSink({ keepsCells: false })
    expect(await resume(backend, again)).toBe(true)
    expect(again.batches.reduce((sum, each) => sum + each, 0)).toBe(100_000)
    expect(server.begun).toHaveLength(1)
    expect(await resume({ job: '0/1/01bf-gone' })).toBe(false)
    controller.abort()
  })

  it('goes on with the statement that counts', async () => {
    const text = "use schema public; select 1 a, ';' b -- answer: statements\n; commit;"
    await runOn(stand, text, recordingSink())
    const sink = recordingSink()
    const host = { ...stand.ground.host, reportBackend() {} } as unknown as ConnectorHost
    const backend = stand.backends[0] as BackendReference
    await snowflake.resume?.(stand.ground.options, host, backend, sink, AbortSignal.timeout(60_000))
    expect(sink.cells).toEqual([['1', '";"']])
  })

  it('keeps a text that it takes for one statement from being several', async () => {
    const failure = await failureOf(runOn(stand, 'select 1 -- answer: statements', recordingSink()))
    expect(String(failure)).toMatch(/did not match the desired statement count 1/)
  })

  it('comes again when the service is busy, without a second statement', async () => {
    server.stumble(1)
    const sink = recordingSink()
    await runOn(stand, types, sink)
    expect(sink.cells).toHaveLength(1)
    expect(server.requests.filter((request) => request.startsWith('POST')).at(-1)).toMatch(/retry=true/)
  })

  it('writes names in lower case if the option says so', async () => {
    const sink = recordingSink()
    await runOn(standWith({ lower_case_columns: true }), 'select 1 name -- answer: names', sink)
    expect(sink.names).toEqual(['name', 'name1', 'name2'])
  })

  it('lists more columns than SHOW does', async () => {
    const session = await openOn(standWith({ database: 'shop."large one"' }))
    const tables = await session.tables(AbortSignal.timeout(30_000))
    expect(tables?.map(({ name, columns }) => [name, columns.length])).toEqual([['large one.WIDE', 10_001]])
  })

  it.each([
    [{ account: 'https://x' }, /^Account must be/],
    [{ region: 'eu/x' }, /^Region must be/],
    [{ host: 'x/y' }, /^Host must be/],
    [{ host: 'user@evil.example' }, /^Host must be/],
    [{ private_key_File: '' }, /^Neither password nor private_key_b64 is set\.$/],
    [{ password: 'two words' }, /^Password must be/],
    [{ database: 'a.b.c' }, /^Database must be/],
  ])('refuses the options %o', (options, message) => {
    expect(String(snowflake.validate?.({ ...stand.ground.options, ...options }))).toMatch(message)
  })

  it.each([
    [{ region: 'us-west' }, 'demo-org.snowflakecomputing.com'],
    [{ region: 'eu-central-1' }, 'demo-org.eu-central-1.snowflakecomputing.com'],
    [{ region: 'eu-central-1', host: 'own.example' }, 'own.example'],
  ])('finds the server of %o', async (options, host) => {
    let asked = ''
    const own = standWith(options)
    own.ground.host = {
      fetchServer: (url) => {
        asked = new URL(url).host
        return Promise.reject(new ConnectionFailed('nowhere'))
      },
    }
    const session = await openOn(own)
    await failureOf(session.ping(AbortSignal.timeout(30_000)))
    expect(asked).toBe(host)
  })
})
