import { createHash } from 'node:crypto'
import type { Secrets } from './secrets.ts'

/**
 * A credential that is shown again later: an API key or the token of a public link. The database holds a hash for
 * look-ups, and the credential sealed with the instance's secret key, for users who may see it.
 */
export interface StoredKey {
  hash: Buffer
  sealed: Buffer
}

/**
 * Plain SHA-256 without a key: the credentials are random with at least 128 bits, so they cannot be guessed. The index
 * compares hashes, so its timing reveals nothing about a credential.
 */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

export function storedKey(secrets: Secrets, key: string): StoredKey {
  return { hash: hashKey(key), sealed: secrets.seal({ key }) }
}

/** null: sealed with a secret key that is lost. The credential still works but cannot be shown. */
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
