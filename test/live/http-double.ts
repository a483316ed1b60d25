import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as a double gets it. */
export interface HeardRequest {
  method: string
  /** with its parameters */
  path: string
  headers: Readonly<Record<string, string | undefined>>
  body: string
}

export interface HttpDouble {
  url: string
  port: number
  /** all requests so far */
  heard: HeardRequest[]
  /** requests whose client has gone before the answer */
  abandoned(): number
  stop(): Promise<void>
}

/** What a double answers; it may write to `response` itself, or leave it without an answer. */
export type Reply = { status?: number; type?: string; headers?: Record<string, string>; body: string } | null

/** An HTTP server on a free loopback port, which answers each request with what `answer` returns. */
export async function startHttpDouble(
  answer: (request: HeardRequest, response: ServerResponse) => Reply | Promise<Reply>,
): Promise<HttpDouble> {
  const heard: HeardRequest[] = []
  let abandoned = 0
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const one: HeardRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers as HeardRequest['headers'],
      body: Buffer.concat(parts).toString(),
    }
    heard.push(one)
    response.on('close', () => {
      if (!response.writableFinished) abandoned++
    })
    const reply = await Promise.resolve(answer(one, response)).catch(
      (error: unknown): Reply => ({ status: 500, type: 'text/plain', body: `the double failed: ${error}` }),
    )
    if (reply === null) return
    const { status = 200, type = 'application/json', headers = {}, body } = reply
    response.writeHead(status, { 'content-type': type, ...headers }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    heard,
    abandoned: () => abandoned,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What a double says about a request that its vendor's protocol does not allow. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The body as an object with these keys only, of which the ones that end in `!` are required. Throws Refused. */
export function strictBody(
  { headers, body }: HeardRequest,
  keys: readonly string[],
): Record<string, unknown> {
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) {
    throw new Refused(415, `Content-Type ${headers['content-type']} is not supported`)
  }
  const members = JSON.parse(body) as Record<string, unknown>
  const known = keys.map((key) => key.replace('!', ''))
  const unknown = Object.keys(members).find((key) => !known.includes(key))
  if (unknown !== undefined) throw new Refused(400, `unknown field [${unknown}]`)
  const missing = keys.find((key) => key.endsWith('!') && !(key.slice(0, -1) in members))
  if (missing !== undefined) throw new Refused(400, `field [${missing}] is missing`)
  return members
}

/** Writes a long answer as fast as the client takes it, and stops when the client has gone. */
export async function writeParts(response: ServerResponse, parts: Iterable<string>): Promise<void> {
  for (const part of parts) {
    if (response.destroyed) return
    if (response.write(part)) continue
    await new Promise<void>((resolve) => {
      const goOn = () => {
        response.off('drain', goOn)
        response.off('close', goOn)
        resolve()
      }
      response.on('drain', goOn)
      response.on('close', goOn)
    })
  }
}
