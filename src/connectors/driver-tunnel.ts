import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import type { Tunnel } from './connector.ts'

/** A tunnel that the process of a driver can use: a socket in a folder that only this user may enter. */
export interface LentTunnel {
  path: string
  close(): Promise<void>
}

/** A name of a host and a port. */
const maxLineLength = 1000

/** The child asks for an address in its first line, and gets one line back: driver-child.ts is the other end. */
export async function lendTunnel(tunnel: Tunnel): Promise<LentTunnel> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-tunnel-'))
  const path = join(folder, 's')
  const over = new AbortController()
  const open = new Set<Socket>()
  const server = createServer(async (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    try {
      const { host, port } = JSON.parse(await firstLine(socket)) as { host: string; port: number }
      const stream = await tunnel.connect(host, port, over.signal)
      socket.write('\n')
      // each ends with the other
      pipeline(socket, stream, () => stream.destroy())
      pipeline(stream, socket, () => socket.destroy())
    } catch (error) {
      socket.end(`${Buffer.from((error as Error).message).toString('base64')}\n`)
    }
  })
  server.listen(path)
  await once(server, 'listening')
  return {
    path,
    async close() {
      over.abort()
      for (const socket of open) socket.destroy()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function firstLine(socket: Socket): Promise<string> {
  let line = ''
  while (!line.endsWith('\n')) {
    if (line.length > maxLineLength || socket.readableEnded) throw new Error('No address was asked for.')
    const byte = socket.read(1) as Buffer | null
    if (byte === null) await Promise.race([once(socket, 'readable'), once(socket, 'end')])
    else line += byte.toString('latin1')
  }
  return line
}
