import { parentPort, workerData } from 'node:worker_threads'
import type { OrderAnswer, OrderPart } from './order-in-thread.ts'
import { type OrderTask, rowOrdering } from './order-rows.ts'
import { type FactsTask, factsReading } from './read-facts.ts'
import { giveBack, readFrameNow } from './read-frame.ts'
import { TooLargeToOrder } from './text-arena.ts'

/** The thread of `orderInThread` and `factsInThread`: handles one result, then ends and so releases its memory. */
const port = parentPort
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
    const work = workOf(workerData as OrderTask | FactsTask, answer)
    port.on('message', (part: OrderPart) =>
      guarded(() => {
        if (part.frame !== null) {
          const text = readFrameNow(part.frame)
          work.read(text)
          giveBack(text)
          giveBack(part.frame)
          answer({ kind: 'more' })
          return
        }
        work.finish()
      }),
    )
  })
}

type Answer = (given: OrderAnswer, transfer?: ArrayBuffer[]) => void

function workOf(task: OrderTask | FactsTask, answer: Answer): { read(chunk: Buffer): void; finish(): void } {
  if ('column' in task) {
    const reading = factsReading(task)
    return { read: reading.read, finish: () => answer({ kind: 'facts', facts: reading.finish() }) }
  }
  const ordering = rowOrdering(task)
  return {
    read: ordering.read,
    finish() {
      const { order, starts } = ordering.finish()
      answer({ kind: 'ordered', order, starts }, [order.buffer as ArrayBuffer, starts.buffer as ArrayBuffer])
    },
  }
}
