import { parentPort } from 'node:worker_threads'
import type { ShaCryptRequest } from './imported-password.ts'
import { matchesShaCrypt } from './sha-crypt.ts'

/** The thread of `isImportedPassword`. */
parentPort?.on('message', ({ text, password }: ShaCryptRequest) => {
  parentPort?.postMessage(matchesShaCrypt(text, password))
})
parentPort?.postMessage('ready')
