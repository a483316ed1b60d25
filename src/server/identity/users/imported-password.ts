import { createThread } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { isShaCrypt } from './sha-crypt.ts'

export interface ShaCryptRequest {
  text: string
  password: string
}

const ask = createThread<ShaCryptRequest, boolean>({
  module: new URL('./sha-crypt-thread.ts', import.meta.url),
  maxMilliseconds: 20_000,
  maxWaiting: 50,
  maxWaitingOfOne: 10,
  memoryMb: 64,
})

/** A hash that came from Redash and that nobody has signed in with yet; the first login replaces it. */
export const isImportedHash = (hash: string | null): hash is string => hash !== null && isShaCrypt(hash)

/**
 * Whether this is the password of an imported hash. It takes up to a second of processor time, so it runs in a thread,
 * one at a time, in which owners take turns. Throws auth.busy.
 */
export async function isImportedPassword(text: string, password: string, owner: string): Promise<boolean> {
  const outcome = await ask({ text, password }, owner)
  if (outcome.kind === 'answer') return outcome.answer
  throw refuse('auth.busy')
}
