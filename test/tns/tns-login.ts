import { createCipheriv, createDecipheriv, createHash, pbkdf2Sync, randomBytes } from 'node:crypto'

const iterations = { verifier: 64, session: 3 }

/** What the double asks of a login with a verifier of Oracle 12c, and whether the answer shows the password. */
export function loginOf(password: string) {
  const salt = randomBytes(16)
  const sessionSalt = randomBytes(16)
  const ownKey = randomBytes(32)
  const passwordKey = pbkdf2Sync(
    password,
    Buffer.concat([salt, Buffer.from('AUTH_PBKDF2_SPEEDY_KEY')]),
    iterations.verifier,
    64,
    'sha512',
  )
  const hash = createHash('sha512').update(passwordKey).update(salt).digest().subarray(0, 32)
  return {
    question: {
      AUTH_SESSKEY: hexOf(encrypted(hash, ownKey)),
      AUTH_VFR_DATA: hexOf(salt),
      AUTH_PBKDF2_CSK_SALT: hexOf(sessionSalt),
      AUTH_PBKDF2_VGEN_COUNT: String(iterations.verifier),
      AUTH_PBKDF2_SDER_COUNT: String(iterations.session),
    },
    /** The server's proof; null: another password was given. */
    check(answer: ReadonlyMap<string, string>): string | null {
      const sentKey = decrypted(hash, Buffer.from(answer.get('AUTH_SESSKEY') ?? '', 'hex'))
      const common = Buffer.from(hexOf(Buffer.concat([sentKey, ownKey])))
      const key = pbkdf2Sync(common, sessionSalt, iterations.session, 32, 'sha512')
      const sent = decrypted(key, Buffer.from(answer.get('AUTH_PASSWORD') ?? '', 'hex'))
      const padding = sent.at(-1) ?? 0
      if (sent.subarray(16, sent.length - padding).toString() !== password) return null
      const speedy = decrypted(key, Buffer.from(answer.get('AUTH_PBKDF2_SPEEDY_KEY') ?? '', 'hex'))
      if (!speedy.subarray(16).equals(passwordKey)) return null
      return hexOf(encrypted(key, Buffer.concat([randomBytes(16), Buffer.from('SERVER_TO_CLIENT')])))
    },
  }
}

function encrypted(key: Buffer, value: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-cbc', key, Buffer.alloc(16)).setAutoPadding(false)
  return Buffer.concat([cipher.update(value), cipher.final()])
}

function decrypted(key: Buffer, value: Buffer): Buffer {
  const cipher = createDecipheriv('aes-256-cbc', key, Buffer.alloc(16)).setAutoPadding(false)
  return Buffer.concat([cipher.update(value), cipher.final()])
}

function hexOf(bytes: Buffer): string {
  return bytes.toString('hex').toUpperCase()
}
