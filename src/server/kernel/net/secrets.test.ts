import { describe, expect, it } from 'vitest'
import { deriveSecrets } from './secrets.ts'

describe('secrets', () => {
  const secrets = deriveSecrets('a key for tests that is long enough')

  it('reads back what it sealed, and seals to different bytes each time', () => {
    const options = { host: 'db', password: 'pässword' }
    const sealed = secrets.seal(options)
    expect(secrets.unseal(sealed)).toEqual(options)
    expect(sealed.includes('pässword')).toBe(false)
    expect(secrets.seal(options).equals(sealed)).toBe(false)
  })

  it('refuses changed bytes and bytes of another key', () => {
    const sealed = secrets.seal({ a: 1 })
    const changed = Buffer.from(sealed)
    changed[20] = (changed[20] ?? 0) ^ 1
    expect(() => secrets.unseal(changed)).toThrow('cannot be read')
    expect(() => deriveSecrets('another key that is long enough too').unseal(sealed)).toThrow(
      'cannot be read',
    )
  })

  it('verifies only its own signatures', () => {
    const signature = secrets.sign('csrf', 'text')
    expect(secrets.verify('csrf', 'text', signature)).toBe(true)
    expect(secrets.verify('csrf', 'texT', signature)).toBe(false)
    expect(secrets.verify('csrf', 'text', '')).toBe(false)
  })
})
