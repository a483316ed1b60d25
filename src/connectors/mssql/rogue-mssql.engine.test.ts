import { afterEach, expect, it } from 'vitest'
import type { ConnectorHost } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { failureOf } from '../connector-stand.ts'
import { rogue } from '../rogue-server.ts'
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
