import { parentPort } from 'node:worker_threads'
import { type TextTask, workOnText } from './text-work.ts'

/** The thread of `workInThread`. */
parentPort?.on('message', (task: TextTask) => parentPort?.postMessage(workOnText(task)))
parentPort?.postMessage('ready')
