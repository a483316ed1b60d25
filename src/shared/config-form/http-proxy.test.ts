import { describe, expect, it } from 'vitest'
import { isPhrase } from '../messages/phrase.ts'
import type { ConfigurationSchema } from './configuration-schema.ts'
import { readHttpProxy, withHttpProxy } from './http-proxy.ts'
import { keepSecrets, maskSecrets } from './validate-options.ts'

const none = { user: '', password: '' }

describe('the proxy of a data source', () => {
  it.each([
    ['http://proxy:3128', { scheme: 'http', host: 'proxy', port: 3128, ...none }],
    [' HTTP://Proxy.example:80/ ', { scheme: 'http', host: 'proxy.example', port: 80, ...none }],
    ['https://[fd00::1]:443', { scheme: 'https', host: 'fd00::1', port: 443, ...none }],
    ['http://ada@p:1', { scheme: 'http', host: 'p', port: 1, user: 'ada', password: '' }],
    ['http://a%40b:p:w@%2F@p:1', { scheme: 'http', host: 'p', port: 1, user: 'a@b', password: 'p:w@/' }],
    ['http://ada:100%@p:1', { scheme: 'http', host: 'p', port: 1, user: 'ada', password: '100%' }],
  ])('is read from %s', (http_proxy, proxy) => {
    expect(readHttpProxy({ http_proxy })).toEqual(proxy)
  })

  it.each([
    'proxy:3128',
    'http://proxy',
    'socks5://p:1',
    'http://p:0',
    'http://p:70000',
    'http://p:1/x',
    'http://:1',
  ])('is refused as %s', (http_proxy) => {
    expect(isPhrase(readHttpProxy({ http_proxy }))).toBe(true)
  })

  it.each([{}, { http_proxy: ' ' }, { http_proxy: null }])('is none in %j', (options) => {
    expect(readHttpProxy(options)).toBeNull()
  })
})

describe('the form of a type with a proxy', () => {
  const type: ConfigurationSchema = {
    type: 'object',
    properties: { url: { type: 'string' }, password: { type: 'string' } },
    secret: ['password'],
    secret_in_url: ['url'],
    sent_to: { password: ['url'] },
  }
  const schema = withHttpProxy(type)
  const stored = {
    url: 'http://u:canary1@db',
    password: 'canary2',
    http_proxy: 'http://ada:canary3@proxy:3128',
  }
  const shown = maskSecrets(schema, stored)

  it('shows where the proxy is, and no password', () => {
    expect(shown['http_proxy']).toBe('http://ada:--------@proxy:3128')
    expect(JSON.stringify(shown)).not.toContain('canary')
    expect(keepSecrets(schema, shown, stored)).toEqual({ ok: true, options: stored })
  })

  it('asks for secrets again when another proxy would see them', () => {
    const moved = { ...shown, http_proxy: 'http://evil:3128' }
    expect(keepSecrets(schema, moved, stored)).toMatchObject({ ok: false, field: 'password', why: 'moved' })
    const typed = { ...moved, password: 'typed again' }
    expect(keepSecrets(schema, typed, stored)).toMatchObject({ ok: false, field: 'url', why: 'moved' })
    const own = { ...shown, http_proxy: 'http://ada:--------@evil:3128' }
    expect(keepSecrets(schema, own, stored)).toMatchObject({ ok: false, field: 'http_proxy', why: 'moved' })
  })

  it('keeps them when only the password of the proxy is another', () => {
    const http_proxy = 'http://ada:new@proxy:3128'
    const kept = keepSecrets(schema, { ...shown, http_proxy }, stored)
    expect(kept).toEqual({ ok: true, options: { ...stored, http_proxy } })
  })
})
