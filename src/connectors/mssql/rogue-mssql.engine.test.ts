import { afterEach, expect, it } from 'vitest'
import type { ConnectorHost } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { failureOf } from '../connector-stand.ts'
import { countTurns, flood, rogue } from '../rogue-server.ts'
import { mssql } from './mssql-connector.ts'

const opened: AbortController[] = []
afterEach(() => {
  for (const controller of opened) controller.abort()
})

const open = (port: number) => {
  const controller = new AbortController()
  opened.push(controller)
  const options = { server: '127.0.0.1', port, user: 'u', password: 'secret-of-test', db: 'd' }
  return failureOf(mssql.open(options, { engineMemoryMb: 256 } as ConnectorHost, controller.signal))
}

it.each([
  ['speaks HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ['speaks SSH', 'SSH-2.0-OpenSSH_9.2p1\r\n'],
  ['sends a packet without content', '\x04\x01\x00\x08\x00\x00\x01\x00'],
  ['sends a packet that is shorter than its head', '\x04\x01\x00\x02\x00\x00\x01\x00'],
  ['closes the connection', ''],
])('a server that %s is refused in words', async (_, answer) => {
  const port = await rogue(
    () => {},
    (socket) => (answer === '' ? socket.end() : socket.end(Buffer.from(answer, 'latin1'))),
  )
  const failure = await open(port)
  expect(failure).toBeInstanceOf(ConnectionFailed)
  expect((failure as Error).message).toMatch(/127\.0\.0\.1:\d+/)
  expect((failure as Error).message).not.toContain('secret-of-test')
})

it('a server that never ends its first message is refused while others have their turns', async () => {
  const refused = async (length: number) => {
    const packet = Buffer.alloc(length)
    packet[0] = 4
    packet.writeUInt16BE(length, 2)
    const packets = Buffer.concat(Array<Buffer>(Math.ceil(1_000_000 / length)).fill(packet))
    let written = 0
    const port = await rogue(
      (socket) =>
        socket.once('close', () => {
          written = socket.bytesWritten
        }),
      (socket, heard) => {
        if (heard === 1) flood(socket, packets)
      },
    )
    const failure = await open(port)
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect((failure as Error).message).toMatch(/failed: The server sent more than a login takes/)
    await expect.poll(() => written, { timeout: 10_000 }).toBeGreaterThan(0)
    // what the sockets of both sides hold
    expect(written).toBeLessThan(50_000_000)
  }
  const turns = countTurns()
  await refused(32_768)
  await refused(9)
  expect(turns()).toBeGreaterThan(0)
})

it('a server that stops in the middle of its first message is not waited for', async () => {
  const port = await rogue(
    () => {},
    (socket) => socket.write(Buffer.from([4, 0, 0, 12, 0, 0, 1, 0, 0, 0, 0, 0])),
  )
  expect(String(await open(port))).toMatch(/did not answer in time/)
})
