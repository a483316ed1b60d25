import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { fileURLToPath } from 'node:url'

/** A proxy in a process of its own. It takes CONNECT alone, and tells where it was asked to connect to. */
export interface ConnectProxy {
  port: number
  /** `address:port` of all connections, in their order */
  asked: string[]
  stop(): Promise<void>
}

export interface ProxyRules {
  /** `user:password` that it asks for */
  login?: string
  /** connects to nothing */
  refuses?: boolean
}

const program = fileURLToPath(import.meta.url)

export async function startConnectProxy(rules: ProxyRules = {}): Promise<ConnectProxy> {
  const child = fork(program, [], { execArgv: [], env: { PROXY_RULES: JSON.stringify(rules) } })
  const asked: string[] = []
  const [port] = (await once(child, 'message')) as [number]
  child.on('message', (place) => asked.push(String(place)))
  return {
    port,
    asked,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

function serve({ login, refuses }: ProxyRules): void {
  const proxy = createServer((_, reply) => reply.writeHead(405).end())
  proxy.on('connect', (request, client, head) => {
    const expected = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`
    client.on('error', () => client.destroy())
    if (request.headers['proxy-authorization'] !== expected) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n')
      return
    }
    const place = String(request.url)
    process.send?.(place)
    if (refuses) {
      client.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    const { hostname, port } = new URL(`http://${place}`)
    const server = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) })
    server.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
    server.once('connect', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      server.write(head)
      server.pipe(client).pipe(server)
    })
  })
  proxy.listen(0, '127.0.0.1', () => process.send?.((proxy.address() as AddressInfo).port))
}

const given = process.env['PROXY_RULES']
if (given !== undefined && process.send !== undefined && process.argv[1] === program) serve(JSON.parse(given))
