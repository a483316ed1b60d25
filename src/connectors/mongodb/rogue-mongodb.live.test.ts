import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { ConnectorHost } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { failureOf } from '../connector-stand.ts'
import { rogue } from '../rogue-server.ts'
import { mongodb } from './mongodb-connector.ts'

const message = (code: number, ...parts: Uint8Array[]) => {
  const head = Buffer.alloc(16)
  head.writeInt32LE(16 + parts.reduce((sum, { length }) => sum + length, 0), 0)
  head.writeInt32LE(1, 8)
  head.writeInt32LE(code, 12)
  return Buffer.concat([head, ...parts])
}
const int = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}
const packedBytes = 50_000_000
const packed = deflateSync(Buffer.alloc(packedBytes))

const answers: Readonly<Record<string, () => Uint8Array>> = {
  // the driver would read it for ever
  'a document of less than no bytes': () => message(2013, int(0), Buffer.from([0]), int(-1)),
  // the driver would make a buffer of each byte
  'a message of zeros': () => message(2013, Buffer.alloc(10_000_000)),
  'a packed message that nobody asked for': () =>
    message(2012, int(2013), int(packedBytes), Buffer.from([2]), packed),
  'a message without a length': () => int(0),
}

it('a server that sends something else than messages is refused in words', async () => {
  const refused = async ([name, answer]: [string, () => Uint8Array]) => {
    const port = await rogue(
      () => {},
      (socket, heard) => heard === 1 && socket.write(answer()),
    )
    const options = { connectionString: `mongodb://127.0.0.1:${port}/x`, dbName: 'x' }
    const failure = await failureOf(
      mongodb.open(options, { engineMemoryMb: 256 } as ConnectorHost, AbortSignal.timeout(30_000)),
    )
    expect(failure, name).toBeInstanceOf(ConnectionFailed)
    expect((failure as Error).message, name).toMatch(/127\.0\.0\.1:\d+ failed: The server sent /)
  }
  // at once, because the driver tries a server for ten seconds
  await Promise.all(Object.entries(answers).map(refused))
})
