import { expect, it } from 'vitest'
import { deriveSecrets } from '../../kernel/net/secrets.ts'
import { checkCsrfToken, issueCsrfToken } from './csrf.ts'
import { hashToken } from './session-cookies.ts'

const secrets = deriveSecrets('a secret key that only tests use')
const mine = hashToken('mine')
const now = new Date('2024-05-01T12:00:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

it('accepts its own token for six hours', () => {
  const token = issueCsrfToken(secrets, mine, now)
  expect(checkCsrfToken(secrets, token, mine, now)).toBeNull()
  expect(checkCsrfToken(secrets, token, mine, later(6))).toBeNull()
  expect(checkCsrfToken(secrets, token, mine, later(6.01))).toBe('expired')
})

it('belongs to one session and one key', () => {
  const token = issueCsrfToken(secrets, mine, now)
  expect(checkCsrfToken(secrets, token, hashToken('yours'), now)).toBe('mismatch')
  expect(checkCsrfToken(secrets, token, null, now)).toBe('mismatch')
  expect(checkCsrfToken(deriveSecrets('another key of this instance'), token, mine, now)).toBe('mismatch')
  expect(checkCsrfToken(secrets, issueCsrfToken(secrets, null, now), mine, now)).toBe('mismatch')
})

it('refuses a token whose time was changed', () => {
  const [, nonce, signature] = issueCsrfToken(secrets, mine, now).split('.')
  const forged = `${later(5).getTime().toString(36)}.${nonce}.${signature}`
  expect(checkCsrfToken(secrets, forged, mine, later(8))).toBe('mismatch')
})

it.each([undefined, '', null, 5, ['a'], {}])('reports %j as missing', (token) => {
  expect(checkCsrfToken(secrets, token, mine, now)).toBe('missing')
})

it.each(['x', 'a.b.c', '..', `${'a'.repeat(5000)}`])('reports %j as invalid', (token) => {
  expect(checkCsrfToken(secrets, token, mine, now)).toBe('invalid')
})
