import { describe, expect, it } from 'vitest'
import type { ConfigurationSchema } from './configuration-schema.ts'
import { keepSecrets, maskSecrets, unknownOptions, validateOptions } from './validate-options.ts'

const schema: ConfigurationSchema = {
  type: 'object',
  properties: {
    host: { type: 'string' },
    port: { type: 'number' },
    tls: { type: 'boolean' },
    mode: { type: 'string', extendedEnum: [{ value: 'a', name: 'A' }] },
    password: { type: 'string' },
  },
  required: ['host'],
  secret: ['password'],
}

describe('validateOptions', () => {
  it('drops nulls and unknown keys, and lists the unknown keys', () => {
    const given = { host: 'h', port: null, ssh_tunnel: { ssh_host: 'x' }, constructor: 1 }
    expect(validateOptions(schema, given)).toEqual({
      ...{ ok: true, options: { host: 'h' } },
    })
    expect(unknownOptions(schema, given)).toEqual(['ssh_tunnel', 'constructor'])
  })

  it.each([
    [{}, 'host'],
    [{ host: '' }, 'host'],
    [{ host: 5 }, 'host'],
    [{ host: {} }, 'host'],
    [{ host: 'h', port: '5432' }, 'port'],
    [{ host: 'h', port: Number.NaN }, 'port'],
    [{ host: 'h', tls: 'yes' }, 'tls'],
    [{ host: 'h', mode: 'b' }, 'mode'],
    [{ host: 'x'.repeat(200_001) }, 'host'],
  ])('names the option at fault: %j', (options, field) => {
    expect(validateOptions(schema, options)).toMatchObject({ ok: false, field })
  })
})

describe('secrets', () => {
  it('shows a stored secret as the placeholder, an empty or missing one unchanged', () => {
    expect(maskSecrets(schema, { host: 'h', password: 'x' })).toEqual({ host: 'h', password: '--------' })
    expect(maskSecrets(schema, { password: '' })).toEqual({ password: '' })
    expect(maskSecrets(schema, { host: 'h' })).toEqual({ host: 'h' })
    expect(maskSecrets(schema, { host: 'h', passwd: 'stored long ago' })).toEqual({ host: 'h' })
  })

  it('keeps the stored secret for exactly the placeholder', () => {
    expect(keepSecrets(schema, { password: '--------' }, { password: 'x' })).toEqual({
      ok: true,
      options: { password: 'x' },
    })
    expect(keepSecrets(schema, { password: '-------' }, { password: 'x' })).toEqual({
      ok: true,
      options: { password: '-------' },
    })
    expect(keepSecrets(schema, {}, { password: 'x' })).toEqual({ ok: true, options: {} })
    expect(keepSecrets(schema, { password: '--------' }, {})).toEqual({
      ...{ ok: false, field: 'password', why: 'not_stored' },
    })
  })

  describe('that are sent', () => {
    const sent: ConfigurationSchema = {
      type: 'object',
      properties: {
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'number', default: 5432 },
        url: { type: 'string' },
        password: { type: 'string' },
        key: { type: 'string' },
      },
      secret: ['url', 'password', 'key'],
      sent_to: { password: ['host', 'port', 'url'] },
    }
    const stored = { host: 'db', port: 5432, url: 'https://a/secret', password: 'x', key: 'k' }
    const given = { ...stored, url: '--------', password: '--------', key: '--------' }

    it.each([
      ['as it was', {}, {}],
      ['spaced otherwise', { host: ' db ' }, {}],
      ['with the default written out', { port: undefined }, {}],
      ['elsewhere, entered again', { host: 'evil', password: 'y' }, { host: 'evil', password: 'y' }],
      ['elsewhere, left out', { host: 'evil', password: undefined }, { host: 'evil', password: undefined }],
    ])('are kept: %s', (_, change, outcome) => {
      expect(keepSecrets(sent, { ...given, ...change }, stored)).toEqual({
        ok: true,
        options: { ...stored, ...change, ...outcome },
      })
    })

    it.each([{ host: 'evil' }, { port: 5433 }, { host: '' }, { url: 'https://evil/' }])(
      'are not kept for %j, while others are',
      (change) => {
        const refused = { ok: false, field: 'password', why: 'moved' }
        expect(keepSecrets(sent, { ...given, ...change }, stored)).toEqual(refused)
        expect(keepSecrets(sent, { ...given, ...change, password: 'y' }, stored)).toMatchObject({
          ok: true,
          options: { password: 'y', key: 'k' },
        })
      },
    )
  })
})
