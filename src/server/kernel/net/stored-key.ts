import { createHash } from 'node:crypto'
import type { Secrets } from './secrets.ts'

/**
 * What opens something by itself and is shown again later: an API key, or the token of a public link. The database holds
 * a hash, by which it is found, and the key as it is sealed with the secret key of the instance, for those who may see it.
 */
export interface StoredKey {
  hash: Buffer
  sealed: Buffer
}

/**
 * Plain SHA-256, without a key of ours: all of these are random, with 128 bits at least, so nobody finds them by trying. An
 * index compares hashes, and how long that takes says nothing of a key.
 */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

export function storedKey(secrets: Secrets, key: string): StoredKey {
  return { hash: hashKey(key), sealed: secrets.seal({ key }) }
}

/** null: it was sealed with a secret key that is lost. It still opens what it opens, and cannot be shown. */
export function readStoredKey(secrets: Secrets, sealed: Buffer): string | null {
  try {
    const { key } = secrets.unseal(sealed)
    return typeof key === 'string' ? key : null
  } catch {
    return null
  }
}

/** The columns of a new API key in `users` and `queries`. */
export interface ApiKeyColumns {
  api_key_hash: Buffer
  encrypted_api_key: Buffer
}

export function apiKeyColumns(secrets: Secrets, key: string): ApiKeyColumns {
  const { hash, sealed } = storedKey(secrets, key)
  return { api_key_hash: hash, encrypted_api_key: sealed }
}
