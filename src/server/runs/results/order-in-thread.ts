import { Worker } from 'node:worker_threads'
import { refuse } from '#shared/errors/refusal.ts'
import type { ColumnFacts } from '#shared/results/column-facts.ts'
import type { OrderedRows, OrderTask } from './order-rows.ts'
import type { FactsTask } from './read-facts.ts'

/** Messages to the thread: the frames of the result one by one, then null. */
export interface OrderPart {
  frame: Uint8Array | null
}

export type OrderAnswer =
  | { kind: 'more' }
  | { kind: 'too_large' }
  | ({ kind: 'ordered' } & OrderedRows)
  | { kind: 'facts'; facts: ColumnFacts }

type Done = Exclude<OrderAnswer, { kind: 'more' | 'too_large' }>

/** Frames in transit while one is read. */
const framesAhead = 2
/** Frames from the database driver are garbage once copied, but the collector does not see their size. */
const framesBetweenCollections = 16
const threadMemory = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

/**
 * Sorts and searches a result in its own thread, which ends afterwards: the keys of a million rows take a second of
 * work and tens of MB. Rejects with the signal's reason when that aborts. Throws result.too_large_to_order.
 */
export async function orderInThread(
  task: OrderTask,
  frames: AsyncIterator<Buffer>,
  signal: AbortSignal,
): Promise<OrderedRows> {
  const done = await readInThread(task, frames, signal)
  if (done.kind !== 'ordered') throw new Error('The thread has not ordered rows.')
  return { order: done.order, starts: done.starts }
}

/** Reads what a column holds, in the same way. */
export async function factsInThread(
  task: FactsTask,
  frames: AsyncIterator<Buffer>,
  signal: AbortSignal,
): Promise<ColumnFacts> {
  const done = await readInThread(task, frames, signal)
  if (done.kind !== 'facts') throw new Error('The thread has not read facts.')
  return done.facts
}

async function readInThread(
  task: OrderTask | FactsTask,
  frames: AsyncIterator<Buffer>,
  signal: AbortSignal,
): Promise<Done> {
  signal.throwIfAborted()
  const thread = new Worker(new URL('./order-thread.ts', import.meta.url), {
    env: {},
    execArgv: [],
    workerData: task,
    resourceLimits: threadMemory,
  })
  const done = Promise.withResolvers<Done>()
  let sent = 0
  const send = async () => {
    const { value, done: isLast } = await frames.next()
    if (isLast === true) thread.postMessage({ frame: null } satisfies OrderPart)
    else {
      // copy: the memory may be shared with other frames
      const frame = new Uint8Array(value)
      thread.postMessage({ frame } satisfies OrderPart, [frame.buffer])
      if (++sent % framesBetweenCollections === 0) globalThis.gc?.({ type: 'minor' })
    }
    return isLast === true
  }
  // serialized, however often the thread requests more
  let line: Promise<boolean> = Promise.resolve(false)
  const more = () => {
    line = line.then((isOver) => isOver || send())
    line.catch(done.reject)
  }
  const leave = () => done.reject(signal.reason)
  signal.addEventListener('abort', leave)
  thread.on('message', (answer: OrderAnswer) => {
    if (answer.kind === 'more') more()
    else if (answer.kind === 'too_large') done.reject(refuse('result.too_large_to_order'))
    else done.resolve(answer)
  })
  thread.on('error', (error: NodeJS.ErrnoException) =>
    done.reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refuse('result.too_large_to_order') : error),
  )
  for (let ahead = 0; ahead < framesAhead; ahead++) more()
  try {
    return await done.promise
  } finally {
    signal.removeEventListener('abort', leave)
    thread.removeAllListeners('message')
    void thread.terminate()
    void frames.return?.()
  }
}
