import { EventEmitter } from 'node:events'
import { maxRowBytes, rowTooLarge } from '../result-limits.ts'
import { WireFault, wireFault } from '../wire-fault.ts'

/** The part of the driver's connection that reads the socket; its types do not tell it. */
export interface ReadingConnection {
  attachListeners(stream: GuardedStream): void
}

interface GuardedStream {
  on(event: 'data', listener: (bytes: Buffer) => void): unknown
  on(event: 'end', listener: () => void): unknown
  destroy(error: Error): void
}

/**
 * Looks at every message before the driver does: it would gather a message of any length, and an error thrown while it
 * reads would end the process. What is wrong ends this connection instead.
 */
export function guardReading(connection: ReadingConnection): void {
  const attach = connection.attachListeners.bind(connection)
  connection.attachListeners = (stream) => {
    const checked = new EventEmitter()
    attach(checked as unknown as GuardedStream)
    const check = messageCheck()
    let isBroken = false
    stream.on('data', (bytes) => {
      if (isBroken) return
      try {
        check(bytes)
        checked.emit('data', bytes)
      } catch (error) {
        isBroken = true
        stream.destroy(wireFault(error, 'PostgreSQL'))
      }
    })
    stream.on('end', () => checked.emit('end'))
  }
}

const headerBytes = 5
const dataRow = 'D'.charCodeAt(0)
/** Messages that a server sends; `v` is the one about its version of the protocol. */
const known = new Set([...'123ACDEGHIKNRSTVWZcdnstv'].map((code) => code.charCodeAt(0)))
/** Descriptions of columns, errors, notices: everything but rows. */
const maxMessageBytes = 16_000_000

/** Throws WireFault as soon as the header of a message tells that nothing good will follow. */
export function messageCheck(): (bytes: Buffer) => void {
  const header = Buffer.alloc(headerBytes)
  let gathered = 0
  /** bytes of the body that have not come yet */
  let missing = 0
  const begin = (code: number, length: number) => {
    if (!known.has(code) || length < 4)
      throw new WireFault('The server does not speak the PostgreSQL protocol.')
    if (length > (code === dataRow ? maxRowBytes : maxMessageBytes)) {
      throw new WireFault(code === dataRow ? rowTooLarge : 'The server sent a message that is too large.')
    }
    missing = length - 4
  }
  return (bytes) => {
    let at = 0
    while (at < bytes.length) {
      if (missing > 0) {
        const step = Math.min(missing, bytes.length - at)
        missing -= step
        at += step
      } else if (gathered === 0 && bytes.length - at >= headerBytes) {
        begin(bytes[at] as number, bytes.readUInt32BE(at + 1))
        at += headerBytes
      } else {
        header[gathered++] = bytes[at++] as number
        if (gathered < headerBytes) continue
        gathered = 0
        begin(header[0] as number, header.readUInt32BE(1))
      }
    }
  }
}
