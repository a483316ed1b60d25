import { parentPort } from 'node:worker_threads'
import { packedDetails } from '#shared/errors/refusal.ts'
import { type TextTask, workOnText } from './text-work.ts'

/** The thread of `workInThread`. */
parentPort?.on('message', (task: TextTask) => {
  const outcome = workOnText(task)
  parentPort?.postMessage(
    outcome.kind === 'refused' ? { ...outcome, details: packedDetails(outcome.details) } : outcome,
  )
})
parentPort?.postMessage('ready')
