import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { clockUnderTest } from '#test/clock-under-test.ts'
import { createUser, type TestUser } from '#test/factories.ts'
import { allEndpoints } from '#test/house-rules/all-endpoints.ts'
import { setUpSecondFactor } from '#test/set-up-second-factor.ts'

let app: AppUnderTest
const clock = clockUnderTest('2024-05-01T12:00:00Z')
beforeAll(async () => {
  app = await appUnderTest({ clock, config: { loginsPerHour: 1000 } })
})
afterAll(() => app.close())

const settings = '/api/settings/organization'
async function requireFactors(value: boolean | null) {
  // written directly: by the API, the admin of these tests would lock themselves out
  await app.database.db
    .updateTable('organizations')
    .set({ settings: JSON.stringify(value === null ? {} : { auth_second_factor_required: value }) })
    .execute()
}

async function within<T>(act: () => Promise<T>): Promise<T> {
  await requireFactors(true)
  try {
    return await act()
  } finally {
    await requireFactors(null)
  }
}

const session = async (caller: Caller) => (await caller.get('/api/session')).json()

describe('a second factor for everyone', () => {
  it('is decided by a super admin who has proved who they are', async () => {
    const change = { auth_second_factor_required: true }
    expect((await app.anonymous.post(settings, change)).statusCode).toBe(401)
    const member = await app.as(app.member)
    expect((await member.post(settings, change)).statusCode).toBe(403)
    const byKey = await app.withKey(app.admin.api_key).post(settings, change)
    expect([byKey.statusCode, byKey.json().code]).toEqual([403, 'auth.session_needed'])
    const admin = await app.as(app.admin)
    const wrong = await admin.post(settings, { auth_second_factor_required: 'yes' })
    expect([wrong.statusCode, wrong.json().field]).toEqual([400, 'auth_second_factor_required'])
    const done = await admin.post(settings, change)
    expect(done.json().settings).toMatchObject(change)
    await requireFactors(null)
  })

  it('closes everything but the way to one, in sessions that were open before, too', async () => {
    const user = await createUser(app.context, {
      groups: [app.organization.adminGroup, app.organization.defaultGroup],
    })
    const browser = await app.as(user)
    expect((await browser.get('/api/queries')).statusCode).toBe(200)
    expect(await session(browser)).not.toHaveProperty('needs_second_factor')
    await within(async () => {
      const opened: string[] = []
      for (const { endpoint, name } of await allEndpoints()) {
        if (endpoint.access === 'anyone') continue
        const path = endpoint.path.replaceAll(/:[a-z_]+/g, '1')
        const reply = await browser.request(endpoint.method, path, endpoint.method === 'GET' ? undefined : {})
        if (reply.statusCode !== 403 || reply.json().code !== 'auth.second_factor_needed') opened.push(name)
      }
      expect(opened.toSorted()).toEqual([
        'beginSecondFactor',
        'confirmSecondFactor',
        'getProof',
        'getSecondFactor',
        'getSession',
        'giveProof',
      ])
      expect(await session(browser)).toMatchObject({ needs_second_factor: true, user: { id: user.id } })
      // open to all: answered as to an anonymous caller
      expect((await browser.get('/api/config')).statusCode).toBe(200)
      expect((await browser.get('/logout')).statusCode).toBe(302)
    })
  })

  it('lets a new login set one up, and everything opens', async () => {
    const user = await createUser(app.context)
    await within(async () => {
      const browser = await app.as(user)
      expect((await browser.get('/api/queries')).json().code).toBe('auth.second_factor_needed')
      await setUpSecondFactor(browser, user, clock)
      expect((await browser.get('/api/queries')).statusCode).toBe(200)
      expect(await session(browser)).not.toHaveProperty('needs_second_factor')
    })
  })

  it('cannot be switched off by its owner, and is asked for again after a reset', async () => {
    const user = await createUser(app.context)
    const browser = await app.as(user)
    const { path } = await setUpSecondFactor(browser, user, clock)
    const switchOff = (of: Caller, { password }: TestUser) => of.post(`${path}/switch_off`, { password })
    expect((await browser.get(path)).json()).toMatchObject({ is_on: true, is_required: false })
    await within(async () => {
      expect((await browser.get(path)).json()).toMatchObject({ is_on: true, is_required: true })
      expect((await switchOff(browser, user)).json().code).toBe('second_factor.required')
      expect((await browser.get('/api/queries')).statusCode).toBe(200)
      const admin = await app.as(app.admin)
      await setUpSecondFactor(admin, app.admin, clock)
      expect((await admin.delete(path)).statusCode).toBe(200)
      expect((await browser.get('/api/queries')).json().code).toBe('auth.second_factor_needed')
    })
  })

  it('leaves API keys as they are', async () => {
    const user = await createUser(app.context)
    const byKey = app.withKey(user.api_key)
    await within(async () => {
      expect((await byKey.get('/api/queries')).statusCode).toBe(200)
    })
  })
})
