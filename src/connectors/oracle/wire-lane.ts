import { Duplex } from 'node:stream'

export interface WireLane {
  stream: Duplex
  /** the wire is read no longer, and stays open */
  leave(): void
}

/**
 * A way over a connection that can be left. TLS begins twice on one connection, where a listener hands it over to a
 * process: what encrypted it first must not read on.
 */
export function wireLane(wire: Duplex): WireLane {
  let isLeft = false
  const stream = new Duplex({
    read() {
      if (!isLeft) wire.resume()
    },
    write(bytes: Buffer, _encoding, done) {
      if (isLeft) done()
      else wire.write(bytes, done)
    },
    final(done) {
      if (!isLeft) wire.end()
      done()
    },
    destroy(error, done) {
      if (!isLeft) wire.destroy()
      done(error)
    },
  })
  stream.on('error', () => {})
  const onData = (bytes: Buffer) => {
    if (!stream.push(bytes)) wire.pause()
  }
  const onEnd = () => stream.push(null)
  const onClose = () => stream.destroy()
  wire.on('data', onData).on('end', onEnd).on('close', onClose)
  return {
    stream,
    leave() {
      isLeft = true
      wire.off('data', onData).off('end', onEnd).off('close', onClose)
    },
  }
}
