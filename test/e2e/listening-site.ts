import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that records every connection, by any protocol: what arrives here has left the browser. */
export interface ListeningSite {
  origin: string
  /** `stun:…`, for connections between browsers */
  stun: string
  heard: string[]
  close(): Promise<void>
}

export async function listeningSite(): Promise<ListeningSite> {
  const heard: string[] = []
  const server = createServer((request, reply) => {
    heard.push(`${request.method} ${request.url}`)
    reply.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' }).end('heard')
  })
  server.on('upgrade', (request, socket) => {
    heard.push(`upgrade ${request.url}`)
    socket.destroy()
  })
  const packets = createSocket('udp4')
  packets.on('message', () => heard.push('packet'))
  packets.bind(0, '127.0.0.1')
  await Promise.all([
    once(packets, 'listening'),
    new Promise<void>((resolve) => server.listen(0, 'localhost', resolve)),
  ])
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    stun: `stun:127.0.0.1:${packets.address().port}`,
    heard,
    close: async () => {
      packets.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
