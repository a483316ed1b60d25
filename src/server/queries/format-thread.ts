import { parentPort } from 'node:worker_threads'
import { formatText } from '#shared/queries/format-text.ts'
import type { FormatRequest, Formatted } from './format-in-thread.ts'

/** The thread of `formatInThread`. */
parentPort?.on('message', ({ text, syntax }: FormatRequest) => {
  let formatted: Formatted
  try {
    formatted = { ok: true, text: formatText(text, syntax) }
  } catch (error) {
    formatted = { ok: false, reason: (error as Error).message }
  }
  parentPort?.postMessage(formatted)
})
parentPort?.postMessage('ready')
