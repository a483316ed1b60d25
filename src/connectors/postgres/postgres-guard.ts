import { EventEmitter } from 'node:events'
import { type ReadStream, takingTurns } from '../reading-turns.ts'
import { maxRowBytes, rowTooLarge } from '../result-limits.ts'
import { WireFault, wireFault } from '../wire-fault.ts'

/** The part of the driver's connection that reads the socket; its types do not tell it. */
export interface ReadingConnection {
  attachListeners(stream: GuardedStream): void
  query(text: string): void
  parse(message: unknown): void
}

interface GuardedStream extends ReadStream {
  on(event: 'data', listener: (bytes: Buffer) => void): unknown
  on(event: 'end', listener: () => void): unknown
  destroy(error: Error): void
}

/** Notices since `begin`: above a bound they do not reach the driver. */
export interface NoticeGate {
  begin(): void
  /** whether a notice of this length may pass */
  admits(bytes: number): boolean
  /** how many did not pass */
  dropped(): number
}

/** One less than the log of a result takes: a line says that there were more. */
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
 * Looks at every message before the driver does: it would gather a message of any length, and an error thrown while it
 * reads would end the process. What is wrong ends this connection instead.
 */
export function guardReading(connection: ReadingConnection, notices: NoticeGate): void {
  const attach = connection.attachListeners.bind(connection)
  const answers = answersTo(connection)
  connection.attachListeners = (stream) => {
    const checked = new EventEmitter()
    attach(checked as unknown as GuardedStream)
    const check = messageCheck(notices, answers.count)
    const turns = takingTurns(stream)
    const pass = (bytes: Buffer) => void checked.emit('data', bytes)
    let isBroken = false
    stream.on('data', (bytes) => {
      if (isBroken) return
      try {
        turns.read(() => bytes.length < check(bytes, pass) * emptyBytes)
      } catch (error) {
        isBroken = true
        stream.destroy(wireFault(error, 'PostgreSQL'))
      }
    })
    stream.on('end', () => checked.emit('end'))
  }
}

/** Messages beside rows, data of COPY and notices that a statement may bring, whatever it is: settings, notifications. */
const maxBesides = 10_000
/** And those that belong to every statement: it was understood, its columns, it has come to its end. */
const ownMessages = 8

/** Counts what a server sends beside rows against the statements that were sent. */
function answersTo(connection: ReadingConnection): { count(): void } {
  let statements = 0
  let come = 0
  const send = (count: number) => {
    // several of the extended protocol go out together
    if (come > 0) statements = 0
    come = 0
    statements += count
  }
  const query = connection.query.bind(connection)
  const parse = connection.parse.bind(connection)
  connection.query = (text) => {
    send(text.split(';').length)
    query(text)
  }
  connection.parse = (message) => {
    send(1)
    parse(message)
  }
  return {
    count() {
      if (++come <= maxBesides + statements * ownMessages) return
      throw new WireFault('The server sent more messages without rows than the statements explain.')
    },
  }
}

/** Messages are empty that have not more than this on the average: a row of one cell that is empty has 11. */
const emptyBytes = 12
const headerBytes = 5
const dataRow = 'D'.charCodeAt(0)
const notice = 'N'.charCodeAt(0)
const copyData = 'd'.charCodeAt(0)
/** Messages that a server sends; `v` is the one about its version of the protocol. */
const known = new Set([...'123ACDEGHIKNRSTVWZcdnstv'].map((code) => code.charCodeAt(0)))
/** Descriptions of columns, errors, notices: everything but rows. */
const maxMessageBytes = 16_000_000

/**
 * Passes on what the driver shall read, and answers how many messages began. Throws WireFault as soon as the header of a
 * message is invalid or announces too much data, and when there are too many messages without rows.
 */
function messageCheck(
  notices: NoticeGate,
  countAnswer: () => void,
): (bytes: Buffer, pass: (bytes: Buffer) => void) => number {
  const header = Buffer.alloc(headerBytes)
  let gathered = 0
  /** bytes of the body that have not come yet */
  let missing = 0
  let messages = 0
  let isDropped = false
  const begin = (code: number, length: number) => {
    if (!known.has(code) || length < 4)
      throw new WireFault('The server does not speak the PostgreSQL protocol.')
    if (length > (code === dataRow ? maxRowBytes : maxMessageBytes)) {
      throw new WireFault(code === dataRow ? rowTooLarge : 'The server sent a message that is too large.')
    }
    missing = length - 4
    messages++
    if (code !== dataRow && code !== notice && code !== copyData) countAnswer()
    isDropped = code === notice && !notices.admits(length)
  }
  return (bytes, pass) => {
    let at = 0
    messages = 0
    /** what lies between here and `at` is still to be passed on */
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
        // a header that comes in parts is held back until it is whole
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
    return messages
  }
}
