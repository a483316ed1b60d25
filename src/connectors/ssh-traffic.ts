import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { countBytes } from './counted-stream.ts'
import { takingTurns } from './reading-turns.ts'

/** The traffic of one SSH connection. */
export interface SshTraffic {
  /** counts what this channel brings as data */
  watch(channel: Duplex): void
  /** why the connection was ended here; null: it was not */
  failure(): Error | null
}

/** Bytes that a server may send besides the data of its channels: at once, for each byte of data, and in each second. */
const freeBytes = 2_000_000
const bytesPerByte = 20
const bytesPerSecond = 10_000
/** Below this part of data, what was read counts as hardly more than headers. */
const emptyPart = 0.05

/**
 * Bounds what an SSH server sends, before the library reads it: call it before `client.connect({ sock: socket })`. The
 * library answers every keepalive request as it comes, in one go, so a server that sends nothing else would keep the
 * process busy.
 */
export function boundSshTraffic(socket: Socket, now: () => number = () => performance.now()): SshTraffic {
  const turns = takingTurns(socket)
  const begun = now()
  let received = 0
  let carried = 0
  let failure: Error | null = null
  const isFlood = () =>
    received - carried > freeBytes + carried * bytesPerByte + ((now() - begun) / 1000) * bytesPerSecond
  const guarded = (read: (bytes: Buffer) => void) => (bytes: Buffer) => {
    if (failure !== null) return
    received += bytes.length
    if (isFlood()) {
      failure = new Error('the server sends messages without end that carry no data')
      socket.destroy(failure)
      return
    }
    turns.read(() => {
      const before = carried
      read(bytes)
      return carried - before < bytes.length * emptyPart
    })
  }
  const on = socket.on.bind(socket) as (event: string, listener: (...values: never[]) => void) => Socket
  socket.on = ((event: string, listener: (...values: never[]) => void) =>
    on(event, event === 'data' ? guarded(listener as (bytes: Buffer) => void) : listener)) as typeof socket.on
  return {
    watch: (channel) =>
      countBytes(channel, (bytes) => {
        carried += bytes
      }),
    failure: () => failure,
  }
}
