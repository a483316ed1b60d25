import { BSON, type Document } from 'mongodb'

/** A message of the wire protocol of MongoDB. */
export interface MongoMessage {
  id: number
  code: number
  /** of OP_MSG: its document; null for the older forms, which only greet */
  command: Document | null
  bytes: Buffer
}

const headerBytes = 16
export const opMsg = 2013

/** Cuts what comes into messages. */
export function messageCutter(take: (message: MongoMessage) => void): (bytes: Buffer) => void {
  let kept: Buffer = Buffer.alloc(0)
  return (bytes) => {
    kept = Buffer.concat([kept, bytes])
    while (kept.length >= headerBytes && kept.length >= kept.readInt32LE(0)) {
      const message = kept.subarray(0, kept.readInt32LE(0))
      kept = kept.subarray(message.length)
      take({
        id: message.readInt32LE(4),
        code: message.readInt32LE(12),
        command: message.readInt32LE(12) === opMsg ? commandOf(message) : null,
        bytes: message,
      })
    }
  }
}

function commandOf(message: Buffer): Document {
  // the flags, then the kind of the first section
  const at = headerBytes + 5
  if (message[headerBytes + 4] !== 0) throw new Error('The first section is no document.')
  return BSON.deserialize(message.subarray(at, at + message.readInt32LE(at)), {
    promoteLongs: false,
    promoteBuffers: true,
  })
}

export function reply(to: number, document: Document): Buffer {
  const body = BSON.serialize(document)
  const head = Buffer.alloc(headerBytes + 5)
  head.writeInt32LE(head.length + body.length, 0)
  head.writeInt32LE(to, 8)
  head.writeInt32LE(opMsg, 12)
  return Buffer.concat([head, body])
}
