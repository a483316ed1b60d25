import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FrontOptions, startImpalaFront } from '#test/engines/impala-front.ts'
import { missingForSpark, type RunningSpark, startSpark } from '#test/engines/spark.ts'
import { isProgram, withEngine } from '#test/engines/start-engine.ts'
import { makeTestCertificate } from '#test/live/certificates.ts'
import { freePort } from '#test/test-postgres.ts'
import type { ConnectorHost, ConnectorOptions } from '../connector.ts'
import { Cancelled, ConnectionFailed } from '../connector-errors.ts'
import { failureOf, type Stand } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { hostileValueTrials, ordinaryTables } from '../hostile-values.ts'
import { recordingSink } from '../recording-sink.ts'
import { hive, impala } from './hive-connector.ts'
import { setUp, sparkTrials } from './hive-trials.ts'

const missing = await missingForSpark(isProgram)
const ever = () => AbortSignal.timeout(120_000)
const host = { reportBackend() {} } as unknown as ConnectorHost

withEngine('Spark 4.3 (PyPI), over sockets', missing, () => {
  let server: RunningSpark
  let options: ConnectorOptions
  const open = (more: ConnectorOptions = {}) => hive.open({ ...options, ...more }, host, ever())
  beforeAll(async () => {
    server = await startSpark('binary', async (port) => {
      const session = await hive.open({ host: '127.0.0.1', port }, host, AbortSignal.timeout(60_000))
      await session.close()
      return true
    })
    options = { host: '127.0.0.1', port: server.port, username: 'tester' }
    const session = await open()
    for (const text of setUp) await session.run(text, recordingSink(), ever())
    await session.close()
  }, 620_000)
  afterAll(() => server?.stop(), 30_000)

  connectorSuite(hive, sparkTrials, async () => ({
    options,
    refused: { ...options, port: await freePort() },
    wrongPassword: null,
    running: () => server.running(),
    async stop() {},
  }))

  describe('Spark in particular', () => {
    hostileValueTrials(() => ({ connector: hive, ground: { options }, backends: [] }) as unknown as Stand, {
      type: 'hive',
      tables: ordinaryTables({
        ...{
          text: 'string',
          integer: 'bigint',
          decimal: 'decimal(10, 2)',
          time: 'timestamp',
          boolean: 'boolean',
        },
        end: ' using parquet',
      }),
    })

    const read = async (text: string, more: ConnectorOptions = {}) => {
      const session = await open(more)
      const sink = recordingSink()
      try {
        await session.run(text, sink, ever())
      } finally {
        await session.close()
      }
      return sink
    }

    it('begins in the database of the options', async () => {
      expect((await read('select current_database() as d', { database: 'shop' })).cells).toEqual([['"shop"']])
      expect((await read('select current_database() as d')).cells).toEqual([['"default"']])
    })

    it('does not let the server replace parts of a value', async () => {
      const session = await open()
      const sink = recordingSink()
      const text = "select '${system:user.name}' as a"
      await session.run(text, sink, ever(), [
        { start: 7, end: 28, value: '${system:user.name}', type: 'text', cast: null },
      ])
      await session.close()
      expect(sink.cells).toEqual([['"${system:user.name}"']])
    })

    const refusals: [string, ConnectorOptions, RegExp][] = [
      ['a database that does not exist', { database: 'shopp' }, /shopp/],
      [
        'a host that cannot be found',
        { host: 'nowhere.invalid' },
        /host name of nowhere\.invalid:\d+ cannot be found/,
      ],
    ]
    it.each(refusals)('tells of %s', async (_, more, message) => {
      const failure = await failureOf(open(more))
      expect(failure).toBeInstanceOf(ConnectionFailed)
      expect((failure as Error).message).toMatch(message)
    })
  })

  describe('Impala', () => {
    const account = { username: 'ana', password: 'p@ss' }
    const opened: { stop(): Promise<unknown> }[] = []
    afterAll(() => Promise.all(opened.map((each) => each.stop())))
    const front = async (more: Partial<FrontOptions> = {}) => {
      const started = await startImpalaFront({ port: server.port, account: null, ...more })
      opened.push(started)
      return { host: '127.0.0.1', port: started.port }
    }
    const read = async (text: string, impalaOptions: ConnectorOptions) => {
      const session = await impala.open(impalaOptions, host, ever())
      const sink = recordingSink()
      try {
        await session.run(text, sink, ever())
      } finally {
        await session.close()
      }
      return sink.cells
    }
    const { text, cells } = sparkTrials.types

    it('is read without a login', async () => {
      expect(await read(text, await front())).toEqual(cells)
      expect(
        await read(sparkTrials.oversized('last').replace('17000000', '3000000'), await front()),
      ).toHaveLength(3)
    })
    it('begins in the database of the options', async () => {
      const at = { ...(await front()), database: 'shop' }
      expect(await read('select current_database() as d', at)).toEqual([['"shop"']])
      const failure = await failureOf(impala.open({ ...at, database: 'shopp' }, host, ever()))
      expect(failure).toBeInstanceOf(ConnectionFailed)
      expect((failure as Error).message).toMatch(/shopp/)
    })
    it('is read with a password, and with TLS', async () => {
      const certificate = await makeTestCertificate()
      const login = { use_ldap: true, ldap_user: account.username, ldap_password: account.password }
      const { certificate: cert, key } = certificate
      expect(await read(text, { ...(await front({ account })), ...login })).toEqual(cells)
      const secured = { ...(await front({ account, tls: { cert, key } })), ...login, use_ssl: true }
      expect(await read(text, secured)).toEqual(cells)
      const failure = await failureOf(
        impala.open({ ...secured, ldap_password: 'wrong-password' }, host, ever()),
      )
      expect(failure).toBeInstanceOf(ConnectionFailed)
      expect((failure as Error).message).toMatch(
        /refused the user name or password: Error validating LDAP user/,
      )
      expect((failure as Error).message).not.toContain('wrong-password')
      await certificate.remove()
    })
    it('is told from a server that wants another login', async () => {
      const failure = await failureOf(
        impala.open({ ...(await front({ account })), timeout: 3 }, host, ever()),
      )
      expect(failure).toBeInstanceOf(ConnectionFailed)
      expect((failure as Error).message.length).toBeGreaterThan(20)
    })
    it('ends a query in the server', async () => {
      const session = await impala.open(await front(), host, ever())
      const controller = new AbortController()
      const running = failureOf(session.run(sparkTrials.slow ?? '', recordingSink(), controller.signal))
      await expect.poll(() => server.running(), { timeout: 60_000 }).toBe(1)
      controller.abort()
      expect(await running).toBeInstanceOf(Cancelled)
      await expect.poll(() => server.running(), { timeout: 60_000 }).toBe(0)
      await session.close()
    })
  })
})
