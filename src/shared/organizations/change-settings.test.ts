import { describe, expect, it } from 'vitest'
import { changeSettings } from './change-settings.ts'
import { isPasswordLoginOpen } from './login-methods.ts'
import { organizationSettings } from './organization-settings.ts'

const stored = { hide_plotly_mode_bar: true, date_format: 'YYYY.MM.DD' }
const none = { google: false, openid: false, ldap: false, remote_user: false, jwt: false }
const certificate = `MI${'A'.repeat(60)}==`

describe('changeSettings', () => {
  it('keeps settings that are not in the change, and resets nulls to the default', () => {
    expect(changeSettings(stored, { null_value: '–', date_format: null }, none)).toEqual({
      ok: true,
      stored: { hide_plotly_mode_bar: true, null_value: '–' },
    })
  })

  it('stores a consent, and removes it when it is withdrawn', () => {
    const agreed = changeSettings({}, { beacon_consent: true }, none)
    expect(agreed).toEqual({ ok: true, stored: { beacon_consent: true } })
    expect(changeSettings({ beacon_consent: true }, { beacon_consent: null }, none)).toEqual({
      ok: true,
      stored: {},
    })
  })

  it('turns password login on with any change while there is no other login method', () => {
    const off = { auth_password_login_enabled: false }
    const on = { ok: true, stored: { hide_plotly_mode_bar: true } }
    expect(changeSettings(off, { hide_plotly_mode_bar: true }, none)).toEqual(on)
    expect(changeSettings({}, off, none)).toEqual({ ok: true, stored: {} })
    // an incomplete login method does not count
    expect(changeSettings({}, { ...off, auth_saml_enabled: true }, none)).toEqual({
      ok: true,
      stored: { auth_saml_enabled: true },
    })
  })

  it('leaves password login off while another login method works', () => {
    const saml = {
      ...{ auth_saml_enabled: true, auth_saml_type: 'dynamic' },
      auth_saml_metadata_url: 'https://login.example.com/metadata',
    }
    const off = { auth_password_login_enabled: false, ...saml }
    expect(changeSettings(off, { null_value: '' }, none)).toEqual({
      ok: true,
      stored: { ...off, null_value: '' },
    })
    expect(changeSettings(off, { auth_saml_enabled: false }, none)).toEqual({
      ok: true,
      stored: { ...saml, auth_saml_enabled: false },
    })
    const withGoogle = { ...none, google: true }
    expect(changeSettings({}, { auth_password_login_enabled: false }, withGoogle)).toEqual({
      ok: true,
      stored: { auth_password_login_enabled: false },
    })
  })

  it('enables password login while the other login method does not work, whatever is stored', () => {
    const settings = organizationSettings({ auth_password_login_enabled: false })
    expect(isPasswordLoginOpen(settings, { ...none, google: true })).toBe(false)
    expect(isPasswordLoginOpen(settings, none)).toBe(true)
  })

  it.each([
    { date_format: 'DD/MM/YY' },
    // the current one is always offered
    { date_format: 'YYYY.MM.DD' },
    { time_format: 'HH:mm:ss.SSS' },
    { integer_format: '0', float_format: '$0,0.00' },
    { thousands_separator: '.', decimal_separator: ',' },
    { thousands_separator: '' },
    { thousands_separator: '\u202f' },
    { time_zone: 'Europe/Berlin' },
    { auth_google_apps_domains: ['example.com', 'mail.Example.org'] },
    { auth_saml_type: 'static', auth_saml_sso_url: 'https://login.example.com/sso' },
    { auth_saml_metadata_url: '' },
    { auth_saml_x509_cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n` },
    { auth_saml_x509_cert: certificate },
    { auth_saml_sp_settings: '{"allow_unsolicited": true}' },
    {
      auth_jwt_auth_algorithms: ['ES256'],
      auth_jwt_auth_cookie_name: 'jwt',
      auth_jwt_auth_header_name: 'X-Jwt',
    },
  ])('takes %j', (change) => {
    const changed = changeSettings(stored, change, none)
    expect(changed).toEqual({ ok: true, stored: { ...stored, ...change } })
  })

  it.each([
    [{ date_format: 'DD.MM.YYYY' }, 'date_format', /^must be one of "DD\/MM\/YY"/],
    [{ time_format: '' }, 'time_format', /^must be one of "HH:mm"/],
    [{ integer_format: 'none' }, 'integer_format', /number format/],
    [{ float_format: '0\n' }, 'float_format', /number format/],
    [{ thousands_separator: '1' }, 'thousands_separator', /digits/],
    [{ thousands_separator: '-' }, 'thousands_separator', /digits/],
    [{ thousands_separator: '.' }, 'thousands_separator', /must differ/],
    [{ decimal_separator: '' }, 'decimal_separator', /must not be empty/],
    [{ decimal_separator: ',' }, 'decimal_separator', /must differ/],
    [{ time_zone: 'Middle-earth' }, 'time_zone', /time zone/],
    [{ auth_google_apps_domains: ['example.com', 'not a domain'] }, 'auth_google_apps_domains', /domains/],
    [{ auth_saml_type: 'both' }, 'auth_saml_type', /must be one of/],
    [{ auth_saml_metadata_url: 'file:///etc/passwd' }, 'auth_saml_metadata_url', /web address/],
    [{ auth_saml_sso_url: 'javascript:alert(1)' }, 'auth_saml_sso_url', /web address/],
    [{ auth_saml_sso_url: 'https://me:secret@example.com' }, 'auth_saml_sso_url', /web address/],
    [{ auth_saml_x509_cert: 'a certificate' }, 'auth_saml_x509_cert', /certificate/],
    [{ auth_saml_sp_settings: '[1]' }, 'auth_saml_sp_settings', /JSON object/],
    [{ auth_saml_sp_settings: '{' }, 'auth_saml_sp_settings', /JSON object/],
    [{ auth_jwt_auth_public_certs_url: 'certs' }, 'auth_jwt_auth_public_certs_url', /web address/],
    [{ auth_jwt_auth_algorithms: [] }, 'auth_jwt_auth_algorithms', /at least one/],
    [{ auth_jwt_auth_cookie_name: 'a; b' }, 'auth_jwt_auth_cookie_name', /must be a name/],
    [{ auth_jwt_auth_header_name: 'X Jwt' }, 'auth_jwt_auth_header_name', /must be a name/],
  ])('refuses %j', (change, field, reason) => {
    const changed = changeSettings(stored, change, none)
    expect(changed).toMatchObject({ ok: false, fault: { field } })
    expect('fault' in changed && String(changed.fault.reason)).toMatch(reason)
  })
})
