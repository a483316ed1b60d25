import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createUser } from '#test/factories.ts'
import { forgetLinks, issueLinkToken, openLink } from './link-tokens.ts'

const now = new Date('2024-05-01T12:00:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

let app: AppUnderTest
let owner: { user_id: number; email: string }
beforeAll(async () => {
  app = await appUnderTest({ setUp: false })
})
afterAll(() => app?.close())
beforeEach(async () => {
  const { id, email } = await createUser(app.context)
  owner = { user_id: id, email }
})

const issue = (purpose: Parameters<typeof issueLinkToken>[1]['purpose']) =>
  issueLinkToken(app.context.db, { purpose, ...owner }, now)
const open = (...[link, at = now]: [Parameters<typeof openLink>[1], Date?]) =>
  app.context.db.transaction().execute((tx) => openLink(tx, link, at))

describe('the token of a link', () => {
  it('is random, and stored only as a hash', async () => {
    const [token, other] = [await issue('invitation'), await issue('invitation')]
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(other).not.toBe(token)
    const { rows } = await app.context.pool.query('select link_tokens::text as row from link_tokens')
    for (const { row } of rows) expect(row).not.toContain(token)
  })

  it('works once, and only for its purpose', async () => {
    const token = await issue('password_reset')
    expect(await open({ purpose: 'verify_email', token })).toEqual({ state: 'unknown' })
    expect(await open({ purpose: 'invitation', token })).toEqual({ state: 'unknown' })
    expect(await open({ purpose: 'password_reset', token })).toMatchObject({ state: 'spent', ...owner })
    expect(await open({ purpose: 'password_reset', token })).toEqual({ state: 'used', ...owner })
  })

  it('expires, used or not', async () => {
    const token = await issue('password_reset')
    const used = await issue('verify_email')
    await open({ purpose: 'verify_email', token: used })
    expect(await open({ purpose: 'password_reset', token }, later(1))).toEqual({ state: 'expired' })
    expect(await open({ purpose: 'verify_email', token: used }, later(7 * 24 - 1))).toMatchObject({
      state: 'used',
    })
    expect(await open({ purpose: 'verify_email', token: used }, later(7 * 24))).toEqual({ state: 'expired' })
  })

  it('ends only the others of the same user and purpose when used', async () => {
    const [first, second] = [await issue('password_reset'), await issue('password_reset')]
    const invitation = await issue('invitation')
    expect(await open({ purpose: 'password_reset', token: second })).toMatchObject({ state: 'spent' })
    expect(await open({ purpose: 'password_reset', token: first })).toEqual({ state: 'unknown' })
    expect(await open({ purpose: 'invitation', token: invitation })).toMatchObject({ state: 'spent' })
  })

  it('stays usable when the transaction fails', async () => {
    const token = await issue('invitation')
    const failing = app.context.db.transaction().execute(async (tx) => {
      await openLink(tx, { purpose: 'invitation', token }, now)
      throw new Error('no room')
    })
    await expect(failing).rejects.toThrow('no room')
    expect(await open({ purpose: 'invitation', token })).toMatchObject({ state: 'spent' })
  })

  it('is used by one of fifty simultaneous requests, also with two links', async () => {
    const tokens = [await issue('password_reset'), await issue('password_reset')]
    const opened = await Promise.all(
      Array.from({ length: 50 }, (_, place) =>
        open({ purpose: 'password_reset', token: tokens[place % 2] ?? '' }),
      ),
    )
    expect(opened.filter(({ state }) => state === 'spent')).toHaveLength(1)
    expect(opened.filter(({ state }) => state === 'used')).toHaveLength(24)
    expect(opened.filter(({ state }) => state === 'unknown')).toHaveLength(25)
  })

  it('is removed long after it has expired', async () => {
    const token = await issue('invitation')
    await forgetLinks(app.context, later((7 + 29) * 24))
    expect(await open({ purpose: 'invitation', token }, later(7 * 24))).toEqual({ state: 'expired' })
    await forgetLinks(app.context, later((7 + 31) * 24))
    expect(await open({ purpose: 'invitation', token }, later(7 * 24))).toEqual({ state: 'unknown' })
  })
})
