import { parentPort, workerData } from 'node:worker_threads'
import { zstdDecompressSync } from 'node:zlib'
import type { OrderAnswer, OrderPart } from './order-in-thread.ts'
import { type OrderTask, rowOrdering } from './order-rows.ts'
import { TooLargeToOrder } from './text-arena.ts'

/** The other side of `orderInThread`: one result, then the thread ends and its memory with it. */
const port = parentPort
const chunksBetweenCollections = 16
let chunks = 0
if (port !== null) {
  const answer = (given: OrderAnswer, transfer: ArrayBuffer[] = []) => port.postMessage(given, transfer)
  const guarded = (work: () => void) => {
    try {
      work()
    } catch (error) {
      if (!(error instanceof TooLargeToOrder)) throw error
      answer({ kind: 'too_large' })
    }
  }
  guarded(() => {
    const ordering = rowOrdering(workerData as OrderTask)
    port.on('message', (part: OrderPart) =>
      guarded(() => {
        if (part.frame !== null) {
          ordering.read(zstdDecompressSync(part.frame))
          // the heap is small, so the collector would let tens of chunks pile up beside it
          if (++chunks % chunksBetweenCollections === 0) globalThis.gc?.()
          answer({ kind: 'more' })
          return
        }
        const { order, starts } = ordering.finish()
        answer({ kind: 'ordered', order, starts }, [
          order.buffer as ArrayBuffer,
          starts.buffer as ArrayBuffer,
        ])
      }),
    )
  })
}
