import { createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto'

const version = 0x80
/** version, time and initialization vector before the text, the signature after it */
const headBytes = 25
const vectorBytes = 16
const signatureBytes = 32

/**
 * Opens what Redash sealed with its secret key: a Fernet token whose key is the SHA-256 of that secret. Null: it was
 * sealed with another key, or is damaged.
 */
export function openFernet(token: string, secretKey: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes[0] !== version || bytes.length < headBytes + signatureBytes) return null
  const key = createHash('sha256').update(secretKey).digest()
  const signed = bytes.subarray(0, -signatureBytes)
  const signature = createHmac('sha256', key.subarray(0, 16)).update(signed).digest()
  if (!timingSafeEqual(signature, bytes.subarray(-signatureBytes))) return null
  const vector = bytes.subarray(headBytes - vectorBytes, headBytes)
  const cipher = createDecipheriv('aes-128-cbc', key.subarray(16), vector)
  try {
    return Buffer.concat([cipher.update(signed.subarray(headBytes)), cipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
