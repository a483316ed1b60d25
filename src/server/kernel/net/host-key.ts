import { createHash } from 'node:crypto'

/** Fingerprint of a public key as OpenSSH prints it. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
}

/** `ssh-ed25519`: a public key begins with the name of its kind. */
export function kindOf(key: Buffer): string {
  return key.subarray(4, 4 + key.readUInt32BE(0)).toString('latin1')
}

/** Whether one of the pinned keys is this one: fingerprints, or public keys as in `known_hosts`. */
export function isPinned(key: Buffer, pinned: string): boolean {
  const shown = fingerprintOf(key)
  return pinned.split(/[\s,]+/).some((word) => {
    if (word.startsWith('SHA256:')) return word.replace(/=+$/, '') === shown
    return word.startsWith('AAAA') && fingerprintOf(Buffer.from(word, 'base64')) === shown
  })
}
