import { EventEmitter } from 'node:events'
import { maxRowBytes, rowTooLarge } from '../result-limits.ts'
import { WireFault, wireFault } from '../wire-fault.ts'

/** The part of the driver's connection that reads the socket; its types lack it. */
export interface ReadingConnection {
  attachListeners(stream: GuardedStream): void
}

interface GuardedStream {
  on(event: 'data', listener: (bytes: Buffer) => void): unknown
  on(event: 'end', listener: () => void): unknown
  destroy(error: Error): void
}

/** Limits the notices since `begin`: further ones do not reach the driver. */
export interface NoticeGate {
  begin(): void
  /** whether a notice of this length may pass */
  admits(bytes: number): boolean
  /** number of notices that did not pass */
  dropped(): number
}

/** One less than the lines of a result's log, which leaves one line to say that there were more. */
const maxNotices = 999
const maxNoticeBytes = 4_000_000

export function noticeGate(): NoticeGate {
  let count = 0
  let bytes = 0
  let dropped = 0
  return {
    begin() {
      count = 0
      bytes = 0
      dropped = 0
    },
    admits(length) {
      if (count < maxNotices && bytes + length <= maxNoticeBytes) {
        count++
        bytes += length
        return true
      }
      dropped++
      return false
    },
    dropped: () => dropped,
  }
}

/**
 * Checks every message before the driver reads it: the driver would buffer messages of any length, and an error thrown
 * while it reads would end the process. Invalid input ends this connection instead.
 */
export function guardReading(connection: ReadingConnection, notices: NoticeGate): void {
  const attach = connection.attachListeners.bind(connection)
  connection.attachListeners = (stream) => {
    const checked = new EventEmitter()
    attach(checked as unknown as GuardedStream)
    const check = messageCheck(notices)
    const pass = (bytes: Buffer) => void checked.emit('data', bytes)
    let isBroken = false
    stream.on('data', (bytes) => {
      if (isBroken) return
      try {
        check(bytes, pass)
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
const notice = 'N'.charCodeAt(0)
/** Types of messages that a server sends; `v` negotiates the protocol version. */
const known = new Set([...'123ACDEGHIKNRSTVWZcdnstv'].map((code) => code.charCodeAt(0)))
/** Limit for all messages except rows: column descriptions, errors, notices. */
const maxMessageBytes = 16_000_000

/**
 * Passes on what the driver may read. Throws WireFault as soon as a message's header is invalid or announces too much
 * data.
 */
function messageCheck(notices: NoticeGate): (bytes: Buffer, pass: (bytes: Buffer) => void) => void {
  const header = Buffer.alloc(headerBytes)
  let gathered = 0
  /** bytes of the body that have not arrived yet */
  let missing = 0
  let isDropped = false
  const begin = (code: number, length: number) => {
    if (!known.has(code) || length < 4)
      throw new WireFault('The server does not speak the PostgreSQL protocol.')
    if (length > (code === dataRow ? maxRowBytes : maxMessageBytes)) {
      throw new WireFault(code === dataRow ? rowTooLarge : 'The server sent a message that is too large.')
    }
    missing = length - 4
    isDropped = code === notice && !notices.admits(length)
  }
  return (bytes, pass) => {
    let at = 0
    /** bytes from here to `at` are not passed on yet */
    let from = 0
    const passUntil = (end: number) => {
      if (end > from) pass(bytes.subarray(from, end))
    }
    while (at < bytes.length) {
      if (missing > 0) {
        const step = Math.min(missing, bytes.length - at)
        missing -= step
        at += step
        if (isDropped) from = at
      } else if (gathered === 0 && bytes.length - at >= headerBytes) {
        begin(bytes[at] as number, bytes.readUInt32BE(at + 1))
        if (isDropped) {
          passUntil(at)
          from = at + headerBytes
        }
        at += headerBytes
      } else {
        // a header that arrives in parts is held back until complete
        if (gathered === 0) passUntil(at)
        header[gathered++] = bytes[at++] as number
        from = at
        if (gathered < headerBytes) continue
        gathered = 0
        begin(header[0] as number, header.readUInt32BE(1))
        if (!isDropped) pass(Buffer.from(header))
      }
    }
    passUntil(at)
  }
}
