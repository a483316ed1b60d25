import { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { boundSshTraffic } from './ssh-traffic.ts'

/** A connection whose reader finds `dataIn(bytes)` bytes of channel data in each piece that `send` delivers. */
function connection(dataIn: (bytes: Buffer) => number) {
  let now = 0
  const socket = new Socket()
  socket.on('error', () => {})
  const traffic = boundSshTraffic(socket, () => now)
  const channel = new PassThrough()
  channel.resume()
  traffic.watch(channel)
  let read = 0
  socket.on('data', (bytes: Buffer) => {
    read += bytes.length
    channel.push(Buffer.alloc(dataIn(bytes)))
  })
  const send = (bytes: number) => void socket.emit('data', Buffer.alloc(bytes))
  return {
    ...{ socket, traffic, send },
    read: () => read,
    pass: (seconds: number) => {
      now += seconds * 1000
    },
  }
}

describe('an SSH connection', () => {
  it('brings any amount of data', () => {
    const { traffic, send, read } = connection(({ length }) => Math.ceil(length * 0.9))
    for (let piece = 0; piece < 1000; piece++) send(64_000)
    expect(read()).toBe(64_000_000)
    expect(traffic.failure()).toBeNull()
  })

  it('may have tiny packets', () => {
    const { traffic, send } = connection(({ length }) => Math.ceil(length / 20))
    for (let piece = 0; piece < 1000; piece++) send(64_000)
    expect(traffic.failure()).toBeNull()
  })

  it('is ended when it brings 2 MB without data', async () => {
    const { socket, traffic, send, read } = connection(() => 0)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    for (let piece = 0; piece < 100; piece++) send(64_000)
    expect(traffic.failure()?.message).toContain('without end that carry no data')
    expect(read()).toBeLessThanOrEqual(2_000_000)
    await closed
  })

  it('may be kept open for days', () => {
    const { traffic, send, pass } = connection(() => 0)
    for (let hour = 0; hour < 24 * 30; hour++) {
      pass(3600)
      send(60_000)
    }
    expect(traffic.failure()).toBeNull()
  })
})
