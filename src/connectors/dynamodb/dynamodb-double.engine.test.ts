import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { faultOfSignature } from '#test/live/aws-signature.ts'
import { Cancelled, QueryFailed } from '../connector-errors.ts'
import { failureOf, runOn, type Stand } from '../connector-stand.ts'
import { recordingSink } from '../recording-sink.ts'
import { dynamodb } from './dynamodb-connector.ts'

const key = { accessKey: 'AKIDDYNAMO', secretKey: 'secret/of+dynamo', sessionToken: 'token-of-session' }
const region = 'eu-central-1'
const pages = 30
const perPage = 1000
let server: Server
let asked: Record<string, unknown>[] = []
/** what is refused next, with its status */
let refusals: [status: number, code: string][] = []
let whenAsked: (count: number) => void = () => {}

/** The paging of `ExecuteStatement`, and how DynamoDB refuses. */
function answerTo(input: Record<string, unknown>): [number, unknown] {
  asked.push(input)
  whenAsked(asked.length)
  const refusal = refusals.shift()
  if (refusal !== undefined) {
    const [status, code] = refusal
    return [status, { __type: `com.amazonaws.dynamodb.v20120810#${code}`, message: `${code} of the double` }]
  }
  const at = input['NextToken'] === undefined ? 0 : Number(input['NextToken'])
  const Items = Array.from({ length: perPage }, (_, n) => ({ id: { N: String(at * perPage + n) } }))
  return [200, { Items, ...(at + 1 < pages ? { NextToken: String(at + 1) } : {}) }]
}

beforeAll(async () => {
  server = createServer(async (request, reply) => {
    const { method = '', url = '', headers } = request
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += String(part)
    const fault = faultOfSignature({ method, url, headers, body }, key, { service: 'dynamodb', region })
    const isRight =
      fault === null &&
      headers['x-amz-target'] === 'DynamoDB_20120810.ExecuteStatement' &&
      headers['content-type'] === 'application/x-amz-json-1.0'
    const [status, answer] = isRight
      ? answerTo(JSON.parse(body))
      : [400, { __type: fault, message: 'refused' }]
    reply.writeHead(status).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  asked = []
  refusals = []
  whenAsked = () => {}
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.close()
})

const options = {
  ...{ region, access_key: key.accessKey, secret_key: key.secretKey, session_token: key.sessionToken },
  consistent_read: true,
}
const stand = {
  connector: dynamodb,
  ground: { host: { fetchServer: createServerFetch({ version: 'test' }) }, options },
  backends: [],
} as unknown as Stand

describe('pages of DynamoDB', () => {
  it('are read to the end, with temporary keys', async () => {
    const sink = recordingSink()
    await runOn(stand, 'SELECT id FROM "t";', sink)
    expect(sink.cells).toHaveLength(pages * perPage)
    expect(sink.cells.at(-1)).toEqual([String(pages * perPage - 1)])
    expect(asked[0]).toEqual({ Statement: 'SELECT id FROM "t"', ConsistentRead: true })
    expect(asked.at(-1)).toMatchObject({ NextToken: String(pages - 1) })
  })

  it('end when the run is stopped', async () => {
    const stop = new AbortController()
    whenAsked = (count) => {
      if (count === 3) stop.abort()
    }
    const failure = await failureOf(runOn(stand, 'SELECT id FROM "t"', recordingSink(), stop.signal))
    expect(failure).toBeInstanceOf(Cancelled)
    expect(asked).toHaveLength(3)
  })

  it('are asked for again when DynamoDB is busy or fails', async () => {
    refusals = [
      [400, 'ProvisionedThroughputExceededException'],
      [500, 'InternalServerError'],
      [400, 'ThrottlingException'],
    ]
    const sink = recordingSink({ keepsCells: false })
    await runOn(stand, 'SELECT id FROM "t"', sink)
    expect(asked).toHaveLength(pages + 3)
  })

  it('of a change are not asked for again after a fault, as it may have been made', async () => {
    refusals = [[500, 'InternalServerError']]
    const text = `UPDATE "t" SET n = n + 1 WHERE id = 'a'`
    const failure = await failureOf(runOn(stand, text, recordingSink()))
    expect(failure).toBeInstanceOf(QueryFailed)
    expect(String(failure)).toMatch(/InternalServerError of the double/)
    expect(asked).toHaveLength(1)
  })
})
