import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { missingForOpensearch, startOpensearch } from '#test/engines/opensearch.ts'
import { isProgram, type RunningEngine, withEngine } from '#test/engines/start-engine.ts'
import { faultOfSignature } from '#test/live/aws-signature.ts'
import { freePort } from '#test/test-postgres.ts'
import type { ConnectorHost } from '../connector.ts'
import { Cancelled, ConnectionFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { recordingSink } from '../recording-sink.ts'
import { awsElasticsearch } from './aws-connector.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }
const key = { accessKey: 'AKIDSEARCH', secretKey: 'secret/of+search' }
const place = { service: 'es', region: 'eu-central-1' }

/** What AWS has before a domain: only what is signed goes on. */
async function startDomain(url: string): Promise<Server> {
  const domain = createServer(async (request, reply) => {
    const { method = '', url: path = '', headers } = request
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += String(part)
    const fault = faultOfSignature({ method, url: path, headers, body }, key, place)
    if (fault !== null) {
      reply.writeHead(403, { 'content-type': 'application/json', 'x-amzn-errortype': fault })
      reply.end(JSON.stringify({ message: 'The request signature we calculated does not match.' }))
      return
    }
    const gone = new AbortController()
    reply.on('close', () => gone.abort())
    try {
      const type = headers['content-type']
      const answer = await fetch(url + path, {
        ...{ method, signal: gone.signal, body: body === '' ? null : body },
        headers: {
          ...(type === undefined ? {} : { 'content-type': type }),
          'x-opaque-id': String(headers['x-opaque-id']),
        },
      })
      reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    } catch {
      reply.destroy()
    }
  })
  await new Promise<void>((resolve) => domain.listen(0, '127.0.0.1', resolve))
  return domain
}

withEngine('OpenSearch 3.8 (Maven)', missingForOpensearch(isProgram), () => {
  let server: RunningEngine
  let domain: Server
  let stand: Stand
  const options = () => stand.ground.options
  beforeAll(async () => {
    server = await startOpensearch(await freePort())
    domain = await startDomain(server.url)
    const lines = `{"index":{}}\n{"id":9007199254740993,"city":"Zürich"}\n{"index":{}}\n{"id":2,"city":"Bern"}\n`
    await fetch(`${server.url}/orders%2B1/_bulk?refresh=true`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: lines,
    })
    const address = `http://127.0.0.1:${(domain.address() as AddressInfo).port}`
    const given = {
      server: address,
      region: place.region,
      access_key: key.accessKey,
      secret_key: key.secretKey,
    }
    stand = {
      connector: awsElasticsearch,
      ground: { host, options: given },
      backends: [],
    } as unknown as Stand
  })
  afterAll(async () => {
    domain?.close()
    await server?.stop()
  })

  const cellsOf = async (query: object) => {
    const sink = recordingSink()
    await runOn(stand, JSON.stringify(query), sink)
    return sink.cells
  }

  it('reads documents, also of indices whose names are encoded, and in pages', async () => {
    const query = { query: { match: { city: 'Zürich' } } }
    expect(await cellsOf({ index: 'orders+1', ...query })).toEqual([['9007199254740993', '"Zürich"']])
    expect(await cellsOf({ index: ['ord*', 'none-*'], size: 20_000 })).toHaveLength(2)
    expect(await cellsOf({ index: 'orders+1', size: 0, aggs: { low: { min: { field: 'id' } } } })).toEqual([
      ['2.0'],
    ])
  })

  it('tells indices and fields, and passes the connection test', async () => {
    const session = await openOn(stand)
    await session.ping(AbortSignal.timeout(10_000))
    expect((await session.tables(AbortSignal.timeout(10_000)))?.[0]).toMatchObject({
      name: 'orders+1',
      columns: [
        { name: 'city', type: 'text' },
        { name: 'id', type: 'long' },
      ],
    })
  })

  it('passes on what the server refuses', async () => {
    expect(String(await failureOf(cellsOf({ index: 'nowhere' })))).toMatch(
      /Status 404: index_not_found_exception/,
    )
  })

  describe('says what is wrong', () => {
    const pingWith = async (given: object) =>
      failureOf(
        openOn(stand, { ...options(), ...given }).then((session) =>
          session.ping(AbortSignal.timeout(10_000)),
        ),
      )
    it.each([
      [
        { secret_key: 'wrong-secret' },
        /AWS refuses the credentials \(InvalidSignatureException\): The request/,
      ],
      [{ access_key: 'AKIOTHER' }, /AWS refuses the credentials \(UnrecognizedClientException\)/],
      [{ region: 'us-east-1' }, /AWS refuses the credentials/],
      [{ use_aws_iam_profile: true }, /SEXTANT_MACHINE_CREDENTIALS=aws/],
    ])('with %j', async (given, message) => {
      const failure = await pingWith(given)
      expect(failure).toBeInstanceOf(ConnectionFailed)
      expect(String(failure)).toMatch(message)
      expect(String(failure)).not.toContain('wrong-secret')
    })
    it('when nothing is there', async () => {
      const failure = await pingWith({ server: `http://127.0.0.1:${await freePort()}` })
      expect(String(failure)).toMatch(/cannot be reached: the connection was refused/)
    })
    it.each([
      { server: '' },
      { server: 'https://a:b@host' },
      { server: 'https://host/path' },
      { region: 'x' },
    ])('in %j', (given) => {
      expect(String(awsElasticsearch.validate?.({ ...options(), ...given }))).toMatch(
        /^(Endpoint|Region) must be/,
      )
      expect(awsElasticsearch.validate?.({ ...options(), server: 'search.example.com' })).toBeNull()
    })
  })

  const slow = {
    index: 'orders+1',
    query: {
      script: {
        script: { source: 'long x = 0; for (int i = 0; i < 200000; i++) { x += i % 7 } return x > 0' },
      },
    },
  }
  it('ends the search of a run that is stopped', async () => {
    const stop = new AbortController()
    const failure = failureOf(runOn(stand, JSON.stringify(slow), recordingSink(), stop.signal))
    stop.abort()
    expect(await failure).toBeInstanceOf(Cancelled)
    const backend = stand.backends.at(-1) ?? {}
    await awsElasticsearch.killOrphan?.(options(), host as unknown as ConnectorHost, backend)
  })
})
