import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, browserWith } from '#test/app-under-test.ts'
import { authenticatorCode } from '#test/authenticator.ts'
import { createUser } from '#test/factories.ts'
import { followRedirects } from '#test/follow-redirects.ts'
import {
  type OpenidProviderUnderTest,
  type ProviderAccount,
  startOpenidProvider,
} from '#test/openid-provider.ts'

const home = 'http://sextant.test'
const ada: ProviderAccount = {
  sub: 'ada-1815',
  email: 'Ada@Example.com',
  email_verified: true,
  name: 'Ada Lovelace',
  picture: 'https://pictures.example.com/ada.png',
}

let provider: OpenidProviderUnderTest
let app: AppUnderTest
beforeAll(async () => {
  provider = await startOpenidProvider({ instances: [home] })
  const { issuer, clientId, clientSecret } = provider
  app = await appUnderTest({
    config: {
      publicUrl: home,
      loginsPerHour: 1000,
      blockedDomains: ['blocked.example'],
      openidIssuer: issuer,
      openidClientId: clientId,
      openidClientSecret: clientSecret,
      openidName: 'Engines & Co',
      openidGroupsClaim: 'groups',
      googleIssuer: issuer,
      googleClientId: clientId,
      googleClientSecret: clientSecret,
    },
  })
})
afterAll(async () => {
  await app?.close()
  await provider?.close()
})
beforeEach(async () => {
  await app.context.db.deleteFrom('identities').execute()
  await app.context.db.deleteFrom('events').execute()
})

const cookiesOf = (reply: LightMyRequestResponse) =>
  Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]))

/** Goes to the provider and back; answers the callback address. */
async function goThrough(path: string): Promise<{ returned: string; cookies: Record<string, string> }> {
  const begun = await app.app.inject({ url: path })
  expect(begun.statusCode, begun.body).toBe(302)
  const returned = await followRedirects(String(begun.headers.location), home)
  return { returned: returned.slice(home.length), cookies: cookiesOf(begun) }
}

async function logIn(account: ProviderAccount, path = '/oauth/openid'): Promise<LightMyRequestResponse> {
  provider.account = account
  const { returned, cookies } = await goThrough(path)
  return await app.app.inject({ url: returned, cookies })
}

async function sessionOf(reply: LightMyRequestResponse) {
  const session = await browserWith(app.app, reply).get('/api/session')
  expect(session.statusCode, reply.body).toBe(200)
  return session.json().user as { id: number; name: string; email: string; groups: number[] }
}

const userRow = async (email: string) =>
  await app.context.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

const eventsOf = async (action: string) => {
  const read = async () =>
    await app.context.db.selectFrom('events').selectAll().where('action', '=', action).execute()
  await expect.poll(async () => (await read()).length).toBeGreaterThan(0)
  return await read()
}

/** Reasons in the log; entries of earlier tests may arrive late. */
const failures = async () =>
  (await eventsOf('login_failed')).map(({ additional_properties }) => additional_properties['reason'])

describe('a login with OpenID Connect', () => {
  it('creates a user, redirects to `next`, and is recorded', async () => {
    const reply = await logIn(ada, '/oauth/openid?next=%2Fqueries%2F7')
    expect(reply.statusCode).toBe(302)
    expect(reply.headers.location).toBe('/queries/7')
    expect(reply.headers['cache-control']).toBe('no-store')
    const user = await sessionOf(reply)
    expect(user).toMatchObject({ name: 'Ada Lovelace', email: 'ada@example.com' })
    expect(await userRow('ada@example.com')).toMatchObject({
      password_hash: null,
      is_invitation_pending: false,
      is_email_verified: true,
      profile_image_url: 'https://pictures.example.com/ada.png',
    })
    // the session lasts as long as with "Remember me"
    expect(cookiesOf(reply)).toHaveProperty('remember_token')
    const [event] = await eventsOf('login')
    expect(event).toMatchObject({ user_id: user.id, additional_properties: { provider: 'openid' } })
  })

  it('recognizes a person whose address and name have changed', async () => {
    const { id } = await sessionOf(await logIn(ada))
    const again = await sessionOf(await logIn({ ...ada, email: 'countess@example.com', name: 'Countess' }))
    expect(again).toMatchObject({ id, name: 'Countess', email: 'ada@example.com' })
  })

  it('asks for the code of a second factor before the session begins, and records it after that', async () => {
    const careful = { ...ada, sub: 'careful', email: 'careful@example.com' }
    const { id } = await sessionOf(await logIn(careful))
    // asked again, the provider says when the person entered their password
    const browser = browserWith(app.app, await logIn(careful, '/oauth/openid?again'))
    const path = `/api/users/${id}/second_factor`
    const { secret } = (await browser.post(path, {})).json()
    const at = (seconds: number) => authenticatorCode(secret, new Date(Date.now() + seconds * 1000))
    expect((await browser.post(`${path}/confirm`, { code: at(0) })).statusCode).toBe(200)
    const logins = async () => (await eventsOf('login')).filter(({ user_id }) => user_id === id)
    await expect.poll(async () => (await logins()).length).toBe(2)
    const asked = await logIn(careful, '/oauth/openid?next=%2Fqueries')
    expect([asked.statusCode, asked.headers.location]).toEqual([302, '/login/code'])
    expect(cookiesOf(asked)).not.toHaveProperty('session')
    expect(cookiesOf(asked)).not.toHaveProperty('remember_token')
    const entered = await browserWith(app.app, asked).post('/login/code', { code: at(30) })
    expect(entered.json()).toMatchObject({ user: { id }, next: '/queries' })
    expect(cookiesOf(entered)).toHaveProperty('remember_token')
    const byProvider = { additional_properties: { provider: 'openid' } }
    await expect.poll(logins).toMatchObject([byProvider, byProvider, byProvider])
  })

  it('never redirects to another site', async () => {
    const reply = await logIn(ada, `/oauth/openid?next=${encodeURIComponent('//evil.example/x')}`)
    expect(reply.headers.location).toBe('/x')
    // relative to the login page, for which the link was written
    for (const [next, place] of [
      ['queries?q=1', '/queries?q=1'],
      ['javascript:alert(1)', '/'],
      ['.//evil.example/x', '/evil.example/x'],
    ] as const) {
      const relative = await logIn(ada, `/oauth/openid?next=${encodeURIComponent(next)}`)
      expect(relative.headers.location).toBe(place)
    }
  })

  it('replaces an invitation', async () => {
    const admin = await app.as(app.admin)
    const invited = await admin.post('/api/users?no_invite=1', { name: 'Grace', email: 'grace@example.com' })
    expect(invited.statusCode).toBe(200)
    await sessionOf(await logIn({ ...ada, sub: 'grace', email: 'grace@example.com', name: 'Grace Hopper' }))
    expect(await userRow('grace@example.com')).toMatchObject({
      name: 'Grace Hopper',
      is_invitation_pending: false,
    })
    const links = await app.context.db.selectFrom('link_tokens').selectAll().execute()
    expect(links.filter(({ user_id }) => user_id === invited.json().id)).toEqual([])
  })

  it('fetches what the ID token lacks, and reads names in parts', async () => {
    const { name: _, ...nameless } = ada
    const user = await sessionOf(
      await logIn({
        ...nameless,
        sub: 'parts',
        email: 'p@example.com',
        given_name: 'Ada',
        family_name: 'King',
      }),
    )
    expect(user.name).toBe('Ada King')
  })

  it('says that it was canceled, and shows the page again', async () => {
    const reply = await logIn({ sub: 'nobody' }, '/oauth/openid?next=%2Fqueries')
    expect(reply.statusCode).toBe(400)
    expect(reply.body).toContain('The login was cancelled.')
    expect(reply.body).toContain('href="/oauth/openid?next=%2Fqueries"')
  })
})

describe('groups', () => {
  const member = { ...ada, sub: 'member', email: 'member@groups.example' }
  const groupNames = async (userId: number) => {
    const rows = await app.context.db
      .selectFrom('group_members')
      .innerJoin('groups', 'groups.id', 'group_members.group_id')
      .where('user_id', '=', userId)
      .select('groups.name')
      .orderBy('groups.name')
      .execute()
    return rows.map(({ name }) => name)
  }
  const addGroup = async (name: string) => {
    await (await app.as(app.admin)).post('/api/groups', { name })
  }

  it('are those of the same names and default, at each login', async () => {
    await addGroup('analysts')
    await addGroup('finance')
    const { id } = await sessionOf(await logIn({ ...member, groups: ['analysts', 'unknown'] }))
    expect(await groupNames(id)).toEqual(['analysts', 'default'])
    await logIn({ ...member, groups: ['finance'] })
    expect(await groupNames(id)).toEqual(['default', 'finance'])
    await logIn(member)
    expect(await groupNames(id)).toEqual(['default'])
  })

  it('never add or remove admins, unless the operator allows it', async () => {
    const { id } = await sessionOf(await logIn({ ...member, groups: ['admin'] }))
    expect(await groupNames(id)).toEqual(['default'])
    const boss = await createUser(app.context)
    await (await app.as(app.admin)).post('/api/groups/1/members', { user_id: boss.id })
    await logIn({ ...ada, sub: 'boss', email: boss.email, groups: [] })
    expect(await groupNames(boss.id)).toEqual(['admin', 'default'])
  })

  it('that are too many are an error, not an empty list', async () => {
    const reply = await logIn({ ...member, _claim_names: { groups: 'src1' } })
    expect(reply.statusCode).toBe(400)
    await expect.poll(failures).toContainEqual(expect.stringContaining('too many'))
  })
})

describe('a person who must not sign in', () => {
  it('has an address that the provider has not verified', async () => {
    for (const email_verified of [false, undefined, 'no']) {
      const reply = await logIn({ ...ada, sub: 'mallory', email: app.admin.email, email_verified })
      expect(reply.statusCode).toBe(403)
      expect(reply.body).toContain('has not been verified by the service')
      expect(reply.cookies.map(({ name }) => name)).not.toContain('session')
    }
    expect(await eventsOf('login_failed')).toContainEqual(
      expect.objectContaining({
        object_type: 'redash',
        user_id: null,
        additional_properties: expect.objectContaining({ provider: 'openid' }),
      }),
    )
  })

  it('is disabled, and the page says so', async () => {
    const user = await createUser(app.context)
    await app.context.db
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', user.id)
      .execute()
    const reply = await logIn({ ...ada, sub: 'disabled', email: user.email })
    expect(reply.statusCode).toBe(403)
    expect(reply.body).toContain('Your account has been disabled. Please ask an admin.')
    expect(reply.body).not.toContain('password.')
  })

  it('would get into an account whose address is not verified', async () => {
    const squatter = await createUser(app.context)
    await app.context.db
      .updateTable('users')
      .set({ is_email_verified: false })
      .where('id', '=', squatter.id)
      .execute()
    const reply = await logIn({ ...ada, sub: 'owner', email: squatter.email })
    expect(reply.statusCode).toBe(403)
    expect(reply.body).toContain('its address is not verified')
  })

  it('has an address of a blocked domain', async () => {
    const reply = await logIn({ ...ada, sub: 'blocked', email: 'x@blocked.example' })
    expect(reply.statusCode).toBe(403)
    expect(await userRow('x@blocked.example')).toBeUndefined()
  })
})

describe('a login with Google', () => {
  const setDomains = (domains: string[]) =>
    app.context.db
      .updateTable('organizations')
      .set({ settings: JSON.stringify({ auth_google_apps_domains: domains }) })
      .execute()
  const google = { ...ada, sub: 'g-1', email: 'someone@company.example', hd: 'company.example' }

  it('admits existing users, and new people of the organization’s domains', async () => {
    await setDomains([])
    const stranger = await logIn(google, '/oauth/google')
    expect(stranger.statusCode).toBe(403)
    expect(stranger.body).toContain('Your Google Apps account (someone@company.example) isn&#39;t allowed.')
    const user = await createUser(app.context)
    const known = await logIn({ ...google, sub: 'g-2', email: user.email }, '/oauth/google')
    expect((await sessionOf(known)).id).toBe(user.id)
    await setDomains(['Company.example'])
    expect((await sessionOf(await logIn(google, '/oauth/google'))).email).toBe('someone@company.example')
  })

  it('refuses a private account with an address of the company, which leavers keep', async () => {
    await setDomains(['company.example'])
    const { hd: _, ...personal } = { ...google, sub: 'g-3', email: 'leaver@company.example' }
    expect((await logIn(personal, '/oauth/google')).statusCode).toBe(403)
  })
})

describe('a forged callback', () => {
  it('needs the state and the browser that began, and works once', async () => {
    provider.account = ada
    const { returned, cookies } = await goThrough('/oauth/openid')
    const withState = (state: string | null) => {
      const url = new URL(returned, home)
      if (state === null) url.searchParams.delete('state')
      else url.searchParams.set('state', state)
      return `${url.pathname}${url.search}`
    }
    const refused = async (url: string, given: Record<string, string>) => {
      const reply = await app.app.inject({ url, cookies: given })
      expect(reply.statusCode).toBe(400)
      expect(reply.body).toContain('Validation error. Please retry.')
      expect(reply.cookies.map(({ name }) => name)).not.toContain('session')
    }
    await refused(withState(null), cookies)
    await refused(withState('x'.repeat(43)), cookies)
    await refused(`${withState('a')}&state=b`, cookies)
    expect((await app.app.inject({ url: returned, cookies })).statusCode).toBe(302)
    await refused(returned, cookies)

    const other = await goThrough('/oauth/openid')
    // what a victim who follows a link has: no cookie, or their own
    await refused(other.returned, {})
    const third = await goThrough('/oauth/openid')
    await refused(third.returned, { sign_in: cookies['sign_in'] ?? '' })
  })

  it('does not accept the state of another provider', async () => {
    provider.account = ada
    const { returned, cookies } = await goThrough('/oauth/openid')
    const reply = await app.app.inject({
      url: returned.replace('openid_callback', 'google_callback'),
      cookies,
    })
    expect(reply.statusCode).toBe(400)
  })

  it('is answered in JSON where a program asks', async () => {
    const reply = await app.app.inject({
      url: '/oauth/openid_callback',
      headers: { accept: 'application/json' },
    })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toEqual({
      message: 'Validation error. Please retry.',
      code: 'sign_in.failed',
    })
  })

  it('is limited for one network', async () => {
    const { issuer, clientId } = provider
    const limited = await appUnderTest({
      config: { publicUrl: home, loginsPerHour: 2, openidIssuer: issuer, openidClientId: clientId },
    })
    const statuses = []
    for (let attempt = 0; attempt < 3; attempt++) {
      const begun = await limited.anonymous.get('/oauth/openid')
      const state = new URL(String(begun.headers.location)).searchParams.get('state')
      const url = `/oauth/openid_callback?state=${state}&code=guessed`
      statuses.push((await limited.app.inject({ url, cookies: cookiesOf(begun) })).statusCode)
    }
    await limited.close()
    expect(statuses).toEqual([400, 400, 429])
  })
})

describe('the login page', () => {
  it('has a button per provider, and the form', async () => {
    const { body } = await app.app.inject({ url: '/login?next=%2Fqueries%2F7' })
    expect(body).toContain('href="/oauth/google?next=%2Fqueries%2F7">Log in with Google</a>')
    expect(body).toContain('href="/oauth/openid?next=%2Fqueries%2F7">Log in with Engines &amp; Co</a>')
    expect(body).toContain('name="password"')
    expect(body).not.toContain('/saml/login')
    const config = await app.anonymous.get('/api/config')
    expect(config.json().client_config).toMatchObject({ googleLoginEnabled: true, openidLoginEnabled: true })
  })

  it('has no form while passwords are switched off', async () => {
    const admin = await app.as(app.admin)
    const path = '/api/settings/organization'
    const off = await admin.post(path, { auth_password_login_enabled: false })
    expect(off.json().settings.auth_password_login_enabled).toBe(false)
    const { body } = await app.app.inject({ url: '/login' })
    expect(body).not.toContain('name="password"')
    expect(body).not.toContain('/forgot')
    expect(body).toContain('Log in with Google')
    await admin.post(path, { auth_password_login_enabled: true })
  })

  it('redirects to the start where a provider is not configured', async () => {
    const plain = await appUnderTest()
    for (const path of [
      '/oauth/google',
      '/oauth/openid',
      '/oauth/google_callback',
      '/oauth/openid_callback',
    ]) {
      const reply = await plain.anonymous.get(path)
      expect([reply.statusCode, reply.headers.location]).toEqual([302, '/'])
    }
    expect((await plain.anonymous.get('/login')).body).not.toContain('/oauth/')
    await plain.close()
  })
})

it('tells the user when the provider is unreachable, and the admin why', async () => {
  const gone = await startOpenidProvider({ instances: [home] })
  await gone.close()
  const away = await appUnderTest({
    config: { publicUrl: home, openidIssuer: gone.issuer, openidClientId: 'x' },
  })
  const reply = await away.anonymous.get('/oauth/openid')
  expect(reply.statusCode).toBe(400)
  expect(reply.body).toContain('Validation error. Please retry.')
  const reason = async () => {
    const rows = await away.context.db.selectFrom('events').selectAll().execute()
    return rows[0]?.additional_properties['reason']
  }
  await expect.poll(reason).toContain('refused')
  await away.close()
})
