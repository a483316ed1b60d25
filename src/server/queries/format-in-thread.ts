import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface FormatRequest {
  text: string
  syntax: string
}

export type Formatted = { ok: true; text: string } | { ok: false; reason: string }

const longestMilliseconds = 3000
/** The grammars of all dialects take memory that a process which rarely formats need not keep. */
const idleMilliseconds = 60_000
const threadMemoryMb = 256
const mostWaiting = 20

let thread: Worker | null = null
let idle: NodeJS.Timeout | undefined
let line: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Formats in a thread of its own, one text after the other: a long text takes seconds, in which the web process would
 * answer nobody (promise S19). What takes longer than three seconds is refused.
 */
export async function formatInThread(text: string, syntax: string): Promise<Formatted> {
  if (waiting >= mostWaiting)
    return { ok: false, reason: 'Too many texts are being formatted. Please try again.' }
  waiting++
  const mine = line.then(() => formatNext({ text, syntax }))
  line = mine
  return await mine.finally(() => waiting--)
}

async function formatNext(request: FormatRequest): Promise<Formatted> {
  clearTimeout(idle)
  const current = thread ?? startThread()
  thread = current
  current.postMessage(request)
  try {
    const signal = AbortSignal.timeout(longestMilliseconds)
    const [formatted] = (await once(current, 'message', { signal })) as [Formatted]
    idle = setTimeout(() => endThread(current), idleMilliseconds).unref()
    return formatted
  } catch {
    // too long, or out of memory: the thread is of no use any more
    endThread(current)
    return { ok: false, reason: 'The text is too long or too deeply nested to be formatted.' }
  }
}

function startThread(): Worker {
  const started = new Worker(new URL('./format-thread.ts', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: threadMemoryMb },
  })
  started.unref()
  // `once` hears it while somebody waits; at other times nobody has to
  started.on('error', () => {})
  return started
}

function endThread(ended: Worker): void {
  if (thread === ended) thread = null
  void ended.terminate()
}
