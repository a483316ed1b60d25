import { createRequire } from 'node:module'
import { WireFault } from '../wire-fault.ts'

/** The protocol's own limit, and room for the frame. */
const maxMessageBytes = 48_000_000 + 16_384
const headBytes = 16
const opReply = 1
const opMessage = 2013
/** Servers send one. */
const maxSections = 16
/** its length, and the byte that ends it */
const smallestDocument = 5

interface MessageReader {
  _transform(this: MessageStream, chunk: Uint8Array, encoding: string, done: (error?: Error) => void): void
  push(this: MessageStream, message: Uint8Array | null): boolean
}
interface MessageStream {
  bufferPool: { length: number; getInt32(): number | null }
}

let isGuarded = false

/**
 * The driver would gather a message of any length that a server announces, read one with sizes that make no sense for
 * ever, and unpack what it did not ask to be packed.
 */
export function guardMessages(): void {
  if (isGuarded) return
  isGuarded = true
  const { SizedMessageTransform } = createRequire(import.meta.url)('mongodb/lib/cmap/connection.js') as {
    SizedMessageTransform: { prototype: MessageReader }
  }
  const { prototype } = SizedMessageTransform
  const [read, push] = [prototype._transform, prototype.push]
  prototype.push = function checked(message) {
    if (message !== null) checkMessage(message)
    return push.call(this, message)
  }
  prototype._transform = function guarded(chunk, encoding, done) {
    try {
      read.call(this, chunk, encoding, (error) => {
        const announced = error === undefined ? (this.bufferPool.getInt32() ?? 0) : 0
        done(
          announced > maxMessageBytes
            ? new WireFault('The server announced a message that is too long.')
            : error,
        )
      })
    } catch (error) {
      if (!(error instanceof WireFault)) throw error
      done(error)
    }
  }
}

/** Throws WireFault. What it lets pass, the driver reads in one pass, whatever the documents contain. */
export function checkMessage(message: Uint8Array): void {
  if (message.length < headBytes) throw invalid()
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength)
  const code = view.getInt32(12, true)
  if (code === opMessage) checkSections(view)
  else if (code === opReply) checkReply(view)
  // no compressor was offered
  else throw new WireFault(`The server sent a message of an unexpected kind (${code}).`)
}

function checkSections(view: DataView): void {
  let at = headBytes + 4
  if (at >= view.byteLength) throw invalid()
  for (let sections = 0; at < view.byteLength; sections++) {
    const kind = view.getUint8(at)
    if (kind > 1 || sections >= maxSections) throw invalid()
    at = pastDocument(view, at + 1)
  }
}

function checkReply(view: DataView): void {
  let at = headBytes + 20
  if (at > view.byteLength) throw invalid()
  const count = view.getInt32(headBytes + 16, true)
  if (count < 0 || count > (view.byteLength - at) / smallestDocument) throw invalid()
  for (let document = 0; document < count; document++) at = pastDocument(view, at)
}

function pastDocument(view: DataView, at: number): number {
  if (at + smallestDocument > view.byteLength) throw invalid()
  const length = view.getInt32(at, true)
  if (length < smallestDocument || at + length > view.byteLength) throw invalid()
  return at + length
}

const invalid = () =>
  new WireFault('The server sent something that is not a message of the MongoDB protocol.')
