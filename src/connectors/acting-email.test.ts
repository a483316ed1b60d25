import { expect, it } from 'vitest'
import { actingEmail } from './acting-email.ts'
import { ConnectionFailed } from './connector-errors.ts'
import { failureOf } from './connector-stand.ts'

const ann = { email: 'ann@example.com', is_email_verified: true }

it('is the address of the user for whom the run works', async () => {
  expect(await actingEmail({ actingUser: async () => ann })).toBe('ann@example.com')
  expect(await actingEmail({ actingUser: async () => null })).toBe(null)
  expect(await actingEmail({})).toBe(null)
})

it('is not an address that nobody has verified', async () => {
  const acting = { ...ann, is_email_verified: false }
  const failure = await failureOf(actingEmail({ actingUser: async () => acting }))
  expect(failure).toBeInstanceOf(ConnectionFailed)
  expect(String(failure)).toMatch(/ann@example\.com is not verified/)
})
