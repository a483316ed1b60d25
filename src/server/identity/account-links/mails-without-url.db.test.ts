import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createUser, next } from '#test/factories.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await appUnderTest({ config: { mailDefaultSender: 'sextant@example.com' } })
})
afterAll(() => app?.close())
beforeEach(async () => {
  await app.context.db.deleteFrom('mails').execute()
})

/** the client chooses this header */
const evil = { headers: { host: 'evil.example' } }
const newEmail = () => `person-${next()}@example.com`
const mails = () => app.context.db.selectFrom('mails').selectAll().orderBy('id').execute()
const admin = () => app.as(app.admin)

it('admins hand over links of invitations and new passwords; no mail holds them', async () => {
  const invited = await (await admin()).post('/api/users', { name: 'Grace', email: newEmail() }, evil)
  expect(invited.json().invite_link).toMatch(/\/invite\/[\w-]{43}$/)
  const again = await (await admin()).post(`/api/users/${invited.json().id}/invite`, {}, evil)
  expect(again.json().invite_link).toMatch(/\/invite\/[\w-]{43}$/)
  const reset = await (await admin()).post(`/api/users/${app.member.id}/reset_password`, {}, evil)
  expect(reset.json().reset_link).toMatch(/\/reset\/[\w-]{43}$/)
  expect(await mails()).toEqual([])
})

it('users are not asked to verify an address', async () => {
  const user = await createUser(app.context)
  const browser = await app.as(user)
  const email = newEmail()
  const saved = await browser.post(`/api/users/${user.id}`, { email }, evil)
  expect(saved.json()).toMatchObject({ email, is_email_verified: false })
  const asked = await browser.post('/verification_email/', {}, evil)
  expect([asked.statusCode, asked.json().code]).toEqual([400, 'mail.not_configured'])
  expect((await browser.get('/api/session')).json().messages).toEqual([])
  // a mail without a link: another person may be using the account
  const [told, ...others] = await mails()
  expect([told?.recipient, others]).toEqual([user.email, []])
  expect(`${told?.text}${told?.html}`).not.toContain('evil.example')
  expect(`${told?.text}${told?.html}`).not.toContain('/verify/')
})

it('an address set by an admin counts as verified, as without mail', async () => {
  const user = await createUser(app.context)
  const saved = await (await admin()).post(`/api/users/${user.id}`, { email: newEmail() })
  expect(saved.json()).toMatchObject({ is_email_verified: true })
})
