import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'

/** The server's side of SCRAM-SHA-256 (RFC 7677) for one account. */
export interface ScramConversation {
  first(payload: string): string
  /** null: the proof is wrong */
  last(payload: string): string | null
}

const iterations = 4096

export function scramConversation(user: string, password: string): ScramConversation {
  const salt = randomBytes(16)
  let nonce = ''
  let message = ''
  let isKnown = false
  return {
    first(payload) {
      const bare = payload.replace(/^n,,/, '')
      const [, name, given] = /^n=([^,]*),r=(.+)$/.exec(bare) ?? []
      isKnown = name?.replaceAll('=2C', ',').replaceAll('=3D', '=') === user
      nonce = `${given}${randomBytes(12).toString('base64')}`
      const reply = `r=${nonce},s=${salt.toString('base64')},i=${iterations}`
      message = `${bare},${reply}`
      return reply
    },
    last(payload) {
      const [, withoutProof, given, proof] = /^(c=biws,r=([^,]+)),p=(.+)$/.exec(payload) ?? []
      if (given !== nonce || withoutProof === undefined || proof === undefined) return null
      const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
      const authenticated = `${message},${withoutProof}`
      const clientKey = hmac(salted, 'Client Key')
      const signature = hmac(createHash('sha256').update(clientKey).digest(), authenticated)
      const expected = Buffer.from(clientKey.map((byte, index) => byte ^ (signature[index] ?? 0)))
      const sent = Buffer.from(proof, 'base64')
      if (!isKnown || sent.length !== expected.length || !timingSafeEqual(sent, expected)) return null
      return `v=${hmac(hmac(salted, 'Server Key'), authenticated).toString('base64')}`
    },
  }
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
