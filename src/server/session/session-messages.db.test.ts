import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await appUnderTest({ config: { allowParametersInEmbeds: true } })
})
afterAll(() => app?.close())

it('tells admins, who can have it changed, of a setting of the past', async () => {
  const messages = async (key: string) => (await app.withKey(key).get('/api/session')).json().messages
  expect(await messages(app.admin.api_key)).toEqual(['using-deprecated-embed-feature'])
  expect(await messages(app.member.api_key)).toEqual([])
})
