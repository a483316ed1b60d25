import { createServer, request, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { missingForSpark, type RunningSpark, startSpark } from '#test/engines/spark.ts'
import { isProgram, withEngine } from '#test/engines/start-engine.ts'
import { freePort } from '#test/test-postgres.ts'
import type { ConnectorHost, ConnectorOptions } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { failureOf } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { recordingSink } from '../recording-sink.ts'
import { hiveHttp } from './hive-connector.ts'
import { setUp, sparkTrials } from './hive-trials.ts'

const missing = await missingForSpark(isProgram)
const ever = () => AbortSignal.timeout(120_000)
const host = {
  reportBackend() {},
  fetchServer: createServerFetch({ version: 'test' }),
} as unknown as ConnectorHost
const account = { username: 'ana', http_password: 'p@ss' }

/** A gateway that knows one account, gives a cookie, and passes on only what is a call of Thrift. */
async function startGateway(port: number): Promise<{ server: Server; port: number; cookies: string[] }> {
  const expected = `Basic ${Buffer.from('ana:p@ss').toString('base64')}`
  const cookies: string[] = []
  const server = createServer((from, to) => {
    const { authorization, cookie = '', 'content-type': type } = from.headers
    const refuse = (status: number, text: string) => void to.writeHead(status).end(text)
    if (authorization !== expected) return refuse(401, '<html>Authentication failed</html>')
    if (from.method !== 'POST' || type !== 'application/x-thrift') return refuse(415, 'not Thrift')
    if (from.url !== '/cliservice') return refuse(404, 'not here')
    cookies.push(cookie)
    const headers = { ...from.headers, authorization: `Basic ${Buffer.from('ana:x').toString('base64')}` }
    const onward = request({ port, host: '127.0.0.1', path: from.url, method: 'POST', headers }, (reply) => {
      to.writeHead(reply.statusCode ?? 502, {
        ...reply.headers,
        'set-cookie': ['route=a1; Path=/; HttpOnly'],
      })
      reply.pipe(to)
    })
    onward.on('error', () => to.destroy())
    to.on('close', () => onward.destroy())
    from.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as { port: number }).port, cookies }
}

withEngine('Spark 4.3 (PyPI), over HTTP', missing, () => {
  let spark: RunningSpark
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let options: ConnectorOptions
  beforeAll(async () => {
    const plain = (port: number) => ({
      host: '127.0.0.1',
      port,
      http_path: 'cliservice',
      http_scheme: 'http',
    })
    spark = await startSpark('http', async (port) => {
      const session = await hiveHttp.open(
        { ...plain(port), username: 'ana' },
        host,
        AbortSignal.timeout(60_000),
      )
      await session.close()
      return true
    })
    gateway = await startGateway(spark.port)
    options = { ...plain(gateway.port), ...account }
    const session = await hiveHttp.open(options, host, ever())
    for (const text of setUp) await session.run(text, recordingSink(), ever())
    await session.close()
  }, 620_000)
  afterAll(async () => {
    gateway?.server.closeAllConnections()
    gateway?.server.close()
    await spark?.stop()
  }, 30_000)

  connectorSuite(hiveHttp, sparkTrials, async () => ({
    host: { fetchServer: host.fetchServer },
    options,
    refused: { ...options, port: await freePort() },
    wrongPassword: { ...options, http_password: 'wrong-password' },
    running: () => spark.running(),
    async stop() {},
  }))

  describe('HiveServer2 over HTTP', () => {
    it('sends cookies back, with which a gateway finds the same server again', async () => {
      const before = gateway.cookies.length
      const session = await hiveHttp.open(options, host, ever())
      await session.ping(ever())
      await session.close()
      const own = gateway.cookies.slice(before)
      expect(own[0]).toBe('')
      expect(own.slice(1).every((cookie) => cookie.includes('route=a1'))).toBe(true)
    })

    const refusals: [string, ConnectorOptions, RegExp][] = [
      ['another path', { http_path: 'elsewhere' }, /not at this HTTP Path/],
      ['a database that does not exist', { database: 'shopp' }, /shopp/],
      ['a scheme that is none', { http_scheme: 'ftp' }, /HTTP Scheme must be http or https/],
    ]
    it.each(refusals)('tells of %s', async (_, more, message) => {
      const failure = await failureOf(hiveHttp.open({ ...options, ...more }, host, ever()))
      expect(failure).toBeInstanceOf(ConnectionFailed)
      expect((failure as Error).message).toMatch(message)
    })
  })
})
