import type { Duplex } from 'node:stream'
import { stopReason } from './connector-errors.ts'

/**
 * Waits until a connection is made, which `event` says. What is connected stays so; else it is closed, and the error of
 * the system is thrown, or the reason of the signal.
 */
export async function connected<T extends Duplex>(
  stream: T,
  event: 'connect' | 'secureConnect',
  milliseconds: number,
  signal: AbortSignal,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const late = Object.assign(new Error('There was no answer in time.'), { code: 'ETIMEDOUT' })
  const timer = setTimeout(() => stream.destroy(late), milliseconds)
  const stop = () => stream.destroy(stopReason(signal))
  const closed = () => reject(Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' }))
  signal.addEventListener('abort', stop, { once: true })
  stream.once(event, resolve)
  stream.once('error', reject)
  stream.once('close', closed)
  try {
    if (signal.aborted) stop()
    await promise
    // an 'error' event without a listener ends the process
    stream.on('error', () => {})
    return stream
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    stream.off('error', reject)
    stream.off('close', closed)
  }
}
