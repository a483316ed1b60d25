import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await appUnderTest({ config: { allowParametersInEmbeds: true } })
})
afterAll(() => app?.close())

it('mentions an unverified address where a mail can verify it', async () => {
  for (const [mailDefaultSender, publicUrl, messages] of [
    ['sextant@example.com', 'https://sextant.example.com', ['email-not-verified']],
    ['sextant@example.com', null, []],
    [null, 'https://sextant.example.com', []],
  ] as const) {
    const other = await appUnderTest({ config: { mailDefaultSender, publicUrl } })
    await other.database.db.updateTable('users').set({ is_email_verified: false }).execute()
    const session = await other.withKey(other.member.api_key).get('/api/session')
    expect(session.json().messages).toEqual(messages)
    await other.close()
  }
})

it('mentions an outdated setting to admins, who can change it', async () => {
  const messages = async (key: string) => (await app.withKey(key).get('/api/session')).json().messages
  expect(await messages(app.admin.api_key)).toEqual(['using-deprecated-embed-feature'])
  expect(await messages(app.member.api_key)).toEqual([])
})
