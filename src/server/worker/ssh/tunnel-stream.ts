import { Duplex } from 'node:stream'
import type { ClientChannel } from 'ssh2'
import type { TunnelStream } from '#connectors/connector.ts'

/** A channel of an SSH connection in the form of a connected socket. `failure`: why the connection was ended here. */
export function tunnelStream(channel: ClientChannel, failure: () => Error | null): TunnelStream {
  return new ChannelStream(channel, failure)
}

class ChannelStream extends Duplex implements TunnelStream {
  bytesRead = 0
  private readonly channel: ClientChannel

  constructor(channel: ClientChannel, failure: () => Error | null) {
    super({ allowHalfOpen: false })
    this.channel = channel
    channel.on('data', (bytes: Buffer) => {
      this.bytesRead += bytes.length
      if (!this.push(bytes)) channel.pause()
    })
    channel.on('end', () => this.push(null))
    channel.on('error', (error: Error) => this.destroy(error))
    // also when the SSH connection was lost
    channel.on('close', () => this.destroy(failure() ?? undefined))
  }

  override _read(): void {
    this.channel.resume()
  }

  override _write(bytes: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.channel.write(bytes, encoding, done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.channel.end(() => done())
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.channel.close()
    // as with a socket, after TLS has told drivers why it ends: they would only hear that it has ended
    setImmediate(() => done(error))
  }

  connect(): this {
    setImmediate(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  /** the SSH connection has its own */
  setKeepAlive(): this {
    return this
  }

  setTimeout(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}
