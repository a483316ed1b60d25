import type { Duplex } from 'node:stream'
import { ByteSource } from '../byte-source.ts'
import { WireFault } from '../wire-fault.ts'

export interface FrameHead {
  version: number
  flags: number
  opcode: number
  length: number
}

const headBytes = 9
const responseBit = 0x80
/** of the protocol itself */
const maxFrameBytes = 256 * 1024 * 1024
/** Beside the rows, nothing in an answer is longer. */
const maxPartBytes = 1_000_000

/** The server sent nothing for too long. */
export class ServerSilent extends Error {}

/** The answers of a server. A page of rows may have many megabytes. */
export class CqlStream extends ByteSource {
  constructor(stream: Duplex, silenceMilliseconds: number) {
    const parts: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
    super(async () => {
      const silent = new ServerSilent('The server sent nothing for too long.')
      const timer = setTimeout(() => stream.destroy(silent), silenceMilliseconds)
      try {
        const { done, value } = await parts.next()
        return done === true ? null : value
      } finally {
        clearTimeout(timer)
      }
    })
  }

  async head(): Promise<FrameHead> {
    this.left = headBytes
    await this.want(headBytes)
    const bytes = this.take(headBytes)
    const [version, flags, opcode] = [bytes[0] as number, bytes[1] as number, bytes[4] as number]
    const length = bytes.readInt32BE(5)
    const isAnswer = (version & responseBit) !== 0 && bytes.readInt16BE(2) === 0
    if (!isAnswer || (version & 0x7f) > 6 || length < 0 || length > maxFrameBytes)
      throw new WireFault('The server does not speak the protocol of Cassandra.')
    this.left = length
    return { version: version & 0x7f, flags, opcode, length }
  }

  async short(): Promise<number> {
    await this.want(2)
    return this.take(2).readUInt16BE(0)
  }

  async int(): Promise<number> {
    if (!this.has(4)) await this.want(4)
    return this.take(4).readInt32BE(0)
  }

  async text(): Promise<string> {
    const length = await this.short()
    await this.want(length)
    return this.take(length).toString('utf8')
  }

  /** null: there is no value */
  async bytes(): Promise<Buffer | null> {
    const length = await this.int()
    if (length < 0) return null
    if (length > maxPartBytes) throw new WireFault('The server sent a message with a part that is too long.')
    await this.want(length)
    return this.take(length)
  }
}
