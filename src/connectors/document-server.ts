import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ConnectorHost, OutboundRequest } from './connector.ts'

/** A web server for the tests of URL sources; `http://files.test/…` and `http://other.test/…` reach it through `fetch`. */
export async function startDocumentServer(
  answer: (request: IncomingMessage, reply: ServerResponse) => void,
): Promise<{ fetch: ConnectorHost['fetch']; stop(): Promise<void> }> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    fetch: (url, init, signal) =>
      fetchAsItComes(url.replace(/^http:\/\/(files|other)\.test(:81)?/, origin), init, signal),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Bodies stay compressed, as with `keepsPacked`. */
function fetchAsItComes(url: string, init: OutboundRequest, signal: AbortSignal): Promise<Response> {
  const { method = 'GET', headers = {}, body } = init
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, signal, agent: false }, (message) => {
      const stream = Readable.toWeb(message) as unknown as ReadableStream<Uint8Array>
      const kept = ['content-encoding', 'content-range'].flatMap((name) => {
        const value = message.headers[name]
        return typeof value === 'string' ? [[name, value] as [string, string]] : []
      })
      const status = message.statusCode ?? 0
      resolve(new Response(stream, { status, headers: kept }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
