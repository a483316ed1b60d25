import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await appUnderTest()
})
afterAll(() => app?.close())

/** Of "tide-tables-2024", as Redash 8 has stored it. */
const ofRedash =
  '$6$rounds=99807$zlflrlt1nHLL7Tu9$8FCsVGYSKx/o7hUmCKYzpOZf6DgxIvsR54dm219JEq2kjd/9/g2QDNJmFIFZmhRehEOi1JHcDzihceuL4huF1/'

const logIn = async (email: string, password: string) =>
  (await app.anonymous.post('/login', { email, password })).statusCode
const hashOf = async (id: number) => {
  const users = app.context.db.selectFrom('users').where('id', '=', id)
  return (await users.select('password_hash').executeTakeFirstOrThrow()).password_hash
}

it('lets people in with the password that they had in Redash, and keeps a better hash of it', async () => {
  const { id, email } = app.member
  await app.context.db.updateTable('users').set({ password_hash: ofRedash }).where('id', '=', id).execute()
  expect(await logIn(email, 'tide-tables-2025')).toBe(400)
  expect(await logIn('nobody@example.com', 'tide-tables-2024')).toBe(400)
  expect(await hashOf(id)).toBe(ofRedash)

  // two browsers at once: one of them replaces the hash
  expect(await Promise.all([1, 2].map(() => logIn(email, 'tide-tables-2024')))).toEqual([200, 200])
  const kept = await hashOf(id)
  expect(kept).toMatch(/^\$argon2id\$/)

  expect(await logIn(email, 'tide-tables-2024')).toBe(200)
  expect(await logIn(email, 'tide-tables-2025')).toBe(400)
  expect(await hashOf(id)).toBe(kept)
})
