import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { endSessions } from '#server/identity/index.ts'
import { type AppUnderTest, appUnderTest, browserWith, type Caller } from '#test/app-under-test.ts'
import { duringChange } from '#test/during-change.ts'

const path = '/api/settings/organization'

let app: AppUnderTest
let admin: Caller
beforeAll(async () => {
  app = await appUnderTest()
  admin = await app.as(app.admin)
})
afterAll(() => app?.close())
afterEach(() => setStored({}))

const setStored = (settings: Record<string, unknown>) =>
  app.context.db
    .updateTable('organizations')
    .set({ settings: JSON.stringify(settings) })
    .execute()
const stored = async () => {
  const row = await app.context.db.selectFrom('organizations').select('settings').executeTakeFirstOrThrow()
  return row.settings
}
const clientConfig = async () => (await admin.get('/api/session')).json().client_config

describe.each([
  ['GET', undefined],
  ['POST', { null_value: '–' }],
] as const)('%s /api/settings/organization', (method, body) => {
  it('is 401 for anonymous callers and 403 for members', async () => {
    expect((await app.anonymous.request(method, path, body)).statusCode).toBe(401)
    expect((await (await app.as(app.member)).request(method, path, body)).statusCode).toBe(403)
    expect(await stored()).toEqual({})
  })
})

describe('GET /api/settings/organization', () => {
  it('answers stored settings over defaults, and no consent before it is given', async () => {
    await setStored({ date_format: null, null_value: '–', time_format: 5 })
    const reply = await admin.get(path)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({
      settings: {
        date_format: 'YYYY-MM-DD',
        time_format: 'HH:mm',
        integer_format: '0,0',
        float_format: '0,0.00',
        thousands_separator: ',',
        decimal_separator: '.',
        null_value: '–',
        time_zone: 'UTC',
        multi_byte_search_enabled: false,
        feature_show_permissions_control: false,
        send_email_on_failed_scheduled_queries: false,
        hide_plotly_mode_bar: false,
        disable_public_urls: false,
        api_key_max_days: null,
        renew_api_key_with_password: false,
        auth_password_login_enabled: true,
        auth_second_factor_required: false,
        auth_google_apps_domains: [],
        auth_saml_enabled: false,
        auth_saml_type: '',
        auth_saml_entity_id: '',
        auth_saml_metadata_url: '',
        auth_saml_nameid_format: '',
        auth_saml_sso_url: '',
        auth_saml_x509_cert: '',
        auth_saml_sp_settings: '',
        auth_jwt_login_enabled: false,
        auth_jwt_auth_issuer: '',
        auth_jwt_auth_public_certs_url: '',
        auth_jwt_auth_audience: '',
        auth_jwt_auth_algorithms: ['HS256', 'RS256', 'ES256'],
        auth_jwt_auth_cookie_name: '',
        auth_jwt_auth_header_name: '',
        query_refresh_intervals: null,
      },
    })
  })
})

describe('POST /api/settings/organization', () => {
  it('saves some settings, answers all, and takes effect with the next request', async () => {
    await setStored({ hide_plotly_mode_bar: true })
    const change = {
      date_format: 'DD/MM/YY',
      thousands_separator: '.',
      decimal_separator: ',',
      disable_public_urls: true,
      auth_google_apps_domains: ['example.com'],
      query_refresh_intervals: [3600],
    }
    const reply = await admin.post(path, change)
    expect(reply.statusCode).toBe(200)
    expect(reply.json().settings).toMatchObject({ ...change, hide_plotly_mode_bar: true, null_value: 'null' })
    expect(await stored()).toEqual({ ...change, hide_plotly_mode_bar: true })
    expect(await clientConfig()).toMatchObject({
      dateFormat: 'DD/MM/YY',
      dateTimeFormat: 'DD/MM/YY HH:mm',
      thousandsSeparator: '.',
      decimalSeparator: ',',
      disablePublicUrls: true,
      hidePlotlyModeBar: true,
      queryRefreshIntervals: [3600],
    })
    expect((await admin.get(path)).json()).toEqual(reply.json())
  })

  it('asks for consent until it is answered, and again when it is withdrawn', async () => {
    expect((await clientConfig()).showBeaconConsentMessage).toBe(true)
    const reply = await admin.post(path, { beacon_consent: false })
    expect(reply.json().settings.beacon_consent).toBe(false)
    expect(await clientConfig()).not.toHaveProperty('showBeaconConsentMessage')
    expect((await admin.post(path, { beacon_consent: null })).json().settings).not.toHaveProperty(
      'beacon_consent',
    )
    expect((await clientConfig()).showBeaconConsentMessage).toBe(true)
  })

  it('turns password login on again with any change when no other method works', async () => {
    await setStored({ auth_password_login_enabled: false })
    const reply = await admin.post(path, { hide_plotly_mode_bar: true })
    expect(reply.json().settings.auth_password_login_enabled).toBe(true)
    const off = await admin.post(path, { auth_password_login_enabled: false, auth_saml_type: 'static' })
    expect(off.json().settings).toMatchObject({ auth_password_login_enabled: true, auth_saml_type: 'static' })
  })

  it.each([
    ['an unknown key', { theme: 'dark' }, 'theme', 'theme: this field is not known.'],
    ['a wrong type', { disable_public_urls: 'yes' }, 'disable_public_urls', /^disable_public_urls: /],
    ['a format that is not offered', { date_format: 'DDDD' }, 'date_format', /^date_format: must be one of /],
    [
      'one separator for both',
      { decimal_separator: ',' },
      'decimal_separator',
      /^decimal_separator: must differ/,
    ],
    ['an unknown zone', { time_zone: 'Mars' }, 'time_zone', /^time_zone: /],
    [
      'a file for an address',
      { auth_saml_metadata_url: 'file:///x' },
      'auth_saml_metadata_url',
      /web address/,
    ],
    ['an algorithm that signs nothing', { auth_jwt_auth_algorithms: ['none'] }, /^auth_jwt/, /^auth_jwt/],
    ['an interval that is none', { query_refresh_intervals: [0] }, /^query_refresh/, /^query_refresh/],
  ])('refuses %s, names the field and saves nothing', async (_, change, field, message) => {
    const reply = await admin.post(path, { null_value: '–', ...change })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toEqual({
      code: 'request.invalid',
      field: typeof field === 'string' ? field : expect.stringMatching(field),
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
    expect(await stored()).toEqual({})
  })

  it('requires JSON with its content type', async () => {
    const { headers } = app.withKey(app.admin.api_key)
    for (const type of ['text/plain', undefined]) {
      const reply = await app.app.inject({
        method: 'POST',
        url: path,
        payload: '{"null_value": "x"}',
        headers: { ...headers, ...(type === undefined ? {} : { 'content-type': type }) },
      })
      expect([reply.statusCode, reply.json().code]).toEqual([415, 'request.unsupported_media_type'])
    }
    expect(await stored()).toEqual({})
  })

  it('keeps all simultaneous changes', async () => {
    const changes = [
      ...['hide_plotly_mode_bar', 'disable_public_urls', 'multi_byte_search_enabled'].map((key) => ({
        [key]: true,
      })),
      { null_value: '–' },
      { date_format: 'MM/DD/YY' },
      { auth_saml_entity_id: 'sextant' },
    ]
    await Promise.all(changes.map((change) => admin.post(path, change)))
    expect(await stored()).toEqual(Object.assign({}, ...changes))
  })

  it('stores only what it can answer, whatever is sent', async () => {
    const keys = Object.keys((await admin.get(path)).json().settings)
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom<unknown>(
        true,
        false,
        null,
        '',
        0,
        -1,
        1e308,
        [],
        {},
        ['x'],
        [60],
        [[60]],
        'HH:mm',
        '0.0',
        '.',
      ),
    )
    const change = fc.dictionary(
      fc.constantFrom('beacon_consent', '__proto__', 'constructor', ...keys),
      value,
      {
        maxKeys: 4,
      },
    )
    await fc.assert(
      fc.asyncProperty(change, async (body) => {
        const before = await stored()
        const reply = await admin.post(path, body)
        expect([200, 400]).toContain(reply.statusCode)
        if (reply.statusCode === 400) expect(await stored()).toEqual(before)
        else expect((await admin.get(path)).json()).toEqual(reply.json())
        expect((await admin.get('/api/session')).statusCode).toBe(200)
      }),
      { numRuns: 150 },
    )
  })
})

describe('settings that decide how people log in', () => {
  it('stay as an admin is changing them when a key sends what they were', async () => {
    const settings = { renew_api_key_with_password: true, auth_google_apps_domains: ['example.com'] }
    for (const body of [{ renew_api_key_with_password: false }, { auth_google_apps_domains: [] }]) {
      await setStored({})
      const reply = await duringChange(
        app,
        (tx) =>
          tx
            .updateTable('organizations')
            .set({ settings: JSON.stringify(settings) })
            .execute(),
        () => app.withKey(app.admin.api_key).post(path, body),
      )
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'auth.prove_again'])
      expect(await stored()).toEqual(settings)
    }
  })

  it('do not change when the session of the admin ends at the same moment', async () => {
    const { email, password } = app.admin
    const browser = browserWith(app.app, await app.anonymous.post('/login', { email, password }))
    await browser.get('/api/session')
    const reply = await duringChange(
      app,
      (tx) => endSessions({ db: tx }, app.admin.id),
      () => browser.post(path, { renew_api_key_with_password: true }),
    )
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'auth.required'])
    expect(await stored()).toEqual({})
  })
})
