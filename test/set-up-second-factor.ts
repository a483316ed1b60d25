import { expect } from 'vitest'
import type { Caller } from './app-under-test.ts'
import { authenticatorCode } from './authenticator.ts'
import { type ClockUnderTest, second } from './clock-under-test.ts'

export interface SecondFactor {
  path: string
  secret: string
  recoveryCodes: string[]
  /** the code of the authenticator app half a minute later: each works once */
  nextCode(): string
}

/** Sets up a second factor in a user's browser. `password` is null if a provider logs them in. */
export async function setUpSecondFactor(
  browser: Caller,
  { id, password }: { id: number; password: string | null },
  clock: ClockUnderTest,
): Promise<SecondFactor> {
  const path = `/api/users/${id}/second_factor`
  const begun = await browser.post(path, password === null ? {} : { password })
  expect(begun.statusCode, begun.body).toBe(200)
  const { secret } = begun.json()
  const confirmed = await browser.post(`${path}/confirm`, { code: authenticatorCode(secret, clock()) })
  expect(confirmed.statusCode, confirmed.body).toBe(200)
  const nextCode = () => {
    clock.pass(30 * second)
    return authenticatorCode(secret, clock())
  }
  return { path, secret, recoveryCodes: confirmed.json().recovery_codes, nextCode }
}
