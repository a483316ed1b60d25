import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ConnectorHost } from './connector.ts'

/** A web server for the tests of URL sources; `http://files.test/…` and `http://other.test/…` reach it through `fetch`. */
export async function startDocumentServer(
  answer: (request: IncomingMessage, reply: ServerResponse) => void,
): Promise<{ fetch: ConnectorHost['fetch']; stop(): Promise<void> }> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    fetch: (url, { verify: _, ...init }, signal) =>
      fetch(url.replace(/^http:\/\/(files|other)\.test(:81)?/, origin), {
        ...init,
        signal,
        redirect: 'manual',
      }),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
