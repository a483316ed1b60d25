import { parentPort } from 'node:worker_threads'
import { SignInFailed } from '../sign-in/person.ts'
import type { SamlOutcome, SamlTask } from './check-in-thread.ts'
import { readMetadata } from './read-metadata.ts'
import { readResponse } from './read-response.ts'

/** The worker thread of `checkResponse` and `checkMetadata`. */
async function carryOut(task: SamlTask): Promise<SamlOutcome> {
  try {
    return task.kind === 'response'
      ? { kind: 'response', checked: await readResponse(task.response) }
      : { kind: 'metadata', provider: await readMetadata(task.xml, task.entityId) }
  } catch (error) {
    if (error instanceof SignInFailed) return { kind: 'failed', reason: error.message }
    throw error
  }
}

parentPort?.on('message', (task: SamlTask) => {
  void carryOut(task).then((outcome) => parentPort?.postMessage(outcome))
})
parentPort?.postMessage('ready')
