import { describe, expect, it } from 'vitest'
import type { ConfigurationSchema } from './configuration-schema.ts'
import { keepPasswordInUrl, maskPasswordInUrl } from './password-in-url.ts'
import { keepSecrets, maskSecrets } from './validate-options.ts'

describe('a password in an address', () => {
  it.each([
    ['mongodb://host:27017/db', 'mongodb://host:27017/db'],
    ['mongodb://user@host/db', 'mongodb://user@host/db'],
    ['mongodb://user:pass@a:1,b:2/db?x=1', 'mongodb://user:--------@a:1,b:2/db?x=1'],
    ['mongodb+srv://user:p@ss/w:rd?@host/?x=1', 'mongodb+srv://user:--------@host/?x=1'],
    ['https+influxdb://user:pass@host:8086/db', 'https+influxdb://user:--------@host:8086/db'],
    ['  mongodb://user:pass@host ', 'mongodb://user:--------@host'],
    ['mongodb://:pass@host', 'mongodb://:--------@host'],
  ])('is masked: %s', (url, masked) => expect(maskPasswordInUrl(url)).toBe(masked))

  const stored = 'mongodb://user:secret@a:1,b:2/db'
  it.each([
    ['mongodb://user:--------@a:1,b:2/db', { ok: true, url: stored }],
    [
      'mongodb://user:--------@A:1,b:2/other?tls=true',
      { ok: true, url: 'mongodb://user:secret@A:1,b:2/other?tls=true' },
    ],
    ['mongodb://user:new@evil/db', { ok: true, url: 'mongodb://user:new@evil/db' }],
    ['mongodb://evil/db', { ok: true, url: 'mongodb://evil/db' }],
    ['mongodb://user:--------@evil/db', { ok: false, why: 'moved' }],
    ['mongodb://user:--------@a:1/db', { ok: false, why: 'moved' }],
    ['mongodb://other:--------@a:1,b:2/db', { ok: false, why: 'moved' }],
    ['https://user:--------@a:1,b:2/db', { ok: false, why: 'moved' }],
  ])('is kept only for the same address: %s', (given, kept) => {
    expect(keepPasswordInUrl(given, stored)).toEqual(kept)
  })

  it('that was never stored cannot be kept', () => {
    expect(keepPasswordInUrl('mongodb://user:--------@a', 'mongodb://a')).toEqual({
      ok: false,
      why: 'not_stored',
    })
  })

  const schema: ConfigurationSchema = {
    type: 'object',
    properties: { url: { type: 'string' }, password: { type: 'string' } },
    secret: ['password'],
    secret_in_url: ['url'],
    sent_to: { password: ['url'] },
  }
  it('is masked and kept with the other options', () => {
    const options = { url: stored, password: 'p' }
    const masked = maskSecrets(schema, options)
    expect(masked).toEqual({ url: 'mongodb://user:--------@a:1,b:2/db', password: '--------' })
    expect(keepSecrets(schema, masked, options)).toEqual({ ok: true, options })
    expect(keepSecrets(schema, { ...masked, url: 'mongodb://evil/' }, options)).toMatchObject({
      ok: false,
      field: 'password',
    })
    expect(keepSecrets(schema, { url: 'mongodb://u:--------@a' }, {})).toMatchObject({
      ok: false,
      field: 'url',
    })
  })
})
