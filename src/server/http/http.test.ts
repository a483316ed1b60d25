import { describe, expect, it } from 'vitest'
import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { describeBug, redactUrl } from '../kernel/log.ts'
import { errorBody, toRefusal } from './answer-error.ts'
import { refuseUnstorable } from './body-parsers.ts'
import { acceptedEncodings } from './web-files.ts'

const withCode = (message: string, properties: Record<string, unknown>) =>
  Object.assign(new Error(message), properties)

describe('toRefusal', () => {
  it.each([
    ['a refusal stays', refuse('query.version_conflict'), 'query.version_conflict'],
    [
      'connection refused',
      withCode('connect ECONNREFUSED', { code: 'ECONNREFUSED', syscall: 'connect' }),
      'server.unavailable',
    ],
    ['admin shutdown', withCode('terminating connection', { code: '57P01' }), 'server.unavailable'],
    ['starting up', withCode('the database system is starting up', { code: '57P03' }), 'server.unavailable'],
    ['pool exhausted', new Error('timeout exceeded when trying to connect'), 'server.unavailable'],
    ['link broken', new Error('Connection terminated unexpectedly'), 'server.unavailable'],
    ['a missing file is a bug', withCode('no such file', { code: 'ENOENT', syscall: 'open' }), 'server.bug'],
    ['a constraint is a bug', withCode('duplicate key', { code: '23505' }), 'server.bug'],
    ['no error at all', 'text', 'server.bug'],
    ['too large', withCode('', { code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }), 'request.too_large'],
    [
      'other 4xx of Fastify',
      withCode('', { code: 'FST_ERR_CTP_INVALID_JSON_BODY', statusCode: 400 }),
      'request.malformed',
    ],
  ])('%s', (_, error, code) => {
    expect(toRefusal(error).code).toBe(code)
  })
})

describe('errorBody', () => {
  it('has the two shapes', () => {
    expect(errorBody(refuse('execution.paused', { name: 'Prod' }))).toEqual({
      job: { status: 4, error: 'Prod is paused. Please try later.' },
    })
    expect(
      errorBody(refuse('request.invalid', { reason: phrase('name: too long.'), field: 'name' })),
    ).toEqual({
      message: 'name: too long.',
      code: 'request.invalid',
      field: 'name',
    })
  })
})

describe('refuseUnstorable', () => {
  it('finds U+0000 in values and keys at any depth', () => {
    expect(refuseUnstorable({ a: [{ b: 'x\0y' }] })?.message).toMatch('U+0000')
    expect(refuseUnstorable({ 'a\0': 1 })?.message).toMatch('U+0000')
    expect(refuseUnstorable({ a: [1, { b: 'x\0y' }] })?.message).toMatch(/^a\.1\.b: /)
    expect(refuseUnstorable({ a: ['fine', 1, null, '😀'] })).toBeNull()
    expect(refuseUnstorable({ a: ['\ud800x'] })?.message).toMatch('Unicode')
    expect(refuseUnstorable({ '\udfff': 1 })?.message).toMatch('Unicode')
  })

  it('stops at a depth and size that parsers and serializers can handle', () => {
    const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)
    expect(refuseUnstorable(nested(64))).toBeNull()
    expect(refuseUnstorable(Array.from({ length: 50_000 }, () => 1))).toBeNull()
    expect(refuseUnstorable([Array.from({ length: 50_000 }, () => 1)])?.message).toMatch('50,000')
    expect(refuseUnstorable(nested(66))?.message).toMatch('nested deeper')
    expect(refuseUnstorable(nested(200_000))?.message).toMatch('nested deeper')
  })
})

describe('logs', () => {
  it.each([
    ['/api/x?api_key=SECRET', '/api/x?api_key=…'],
    ['/api/x?a=1&API_KEY=SECRET&b=2', '/api/x?a=1&API_KEY=…&b=2'],
    ['/api/x?api_key=a&api_key=b#c', '/api/x?api_key=…&api_key=…#c'],
    ['/reset?token=SECRET', '/reset?token=…'],
    ['/api/x?%61pi_key=SECRET&b=2', '/api/x?%61pi_key=…&b=2'],
    ['/api/x?api%5Fkey=SECRET', '/api/x?api%5Fkey=…'],
    ['/api/x?api%255Fkey=SECRET', '/api/x?api%255Fkey=…'],
    ['/api/x?a=1;api_key=SECRET', '/api/x?a=1;api_key=…'],
    ['/api/x?api_key[]=SECRET&api_key[a]=SECRET', '/api/x?api_key[]=…&api_key[a]=…'],
    ['/api/x?api_key%3DSECRET', '/api/x?…'],
    ['/login?next=%2Fq%2F1%3Fapi_key%3DSECRET&x=1', '/login?next=…&x=1'],
    ['/login?next=%252Fq%253Fx%253D1%2526api_key%253DSECRET', '/login?next=…'],
    ['/login?next=%2Fqueries%2F1', '/login?next=%2Fqueries%2F1'],
    ['/login?next=%2Freset%2FSECRET', '/login?next=…'],
    ['/login?next=http%3A%2F%2Fhost%2Fpublic%2Fdashboards%2FSECRET&x=1', '/login?next=…&x=1'],
    ['/api/x?q=%ff%zz', '/api/x?q=%ff%zz'],
    ['/api/x', '/api/x'],
  ])('%s is logged as %s', (url, logged) => {
    expect(redactUrl(url)).toBe(logged)
  })

  it.each([
    ['/public/dashboards/SECRET', '/public/dashboards/…'],
    ['/public/dashboards/SECRET?org_slug=default', '/public/dashboards/…?org_slug=default'],
    ['/api/dashboards/public/SECRET', '/api/dashboards/public/…'],
    ['/api/dashboards/public/SECRET/widgets/5/jobs/x', '/api/dashboards/public/…/widgets/5/jobs/x'],
    ['/api/dashboards/publi%63/SECRET/results', '/api/dashboards/public/…/results'],
    ['/api/dashboards/5', '/api/dashboards/5'],
    ['/dashboards/5-public', '/dashboards/5-public'],
    ['/verify/SECRET', '/verify/…'],
    ['//%76erify/SECRET?x=1', '//verify/…?x=1'],
    ['/reset/SECRET', '/reset/…'],
    ['/invite/SECRET', '/invite/…'],
  ])('leave the token of a link out of %s', (url, logged) => {
    expect(redactUrl(url)).toBe(logged)
  })

  it('describe an error without the data that it carries', () => {
    const error = withCode('broken', {
      code: 'X1',
      detail: 'SECRET',
      parameters: ['SECRET'],
      config: { password: 'SECRET' },
    })
    error.cause = withCode('below', { headers: 'SECRET' })
    const logged = JSON.stringify(describeBug(error))
    expect(logged).toMatch('broken')
    expect(logged).toMatch('below')
    expect(logged).not.toMatch('SECRET')
  })
})

it('reads Accept-Encoding with its weights', () => {
  expect([...acceptedEncodings('gzip, br;q=0, zstd; q=0.5')]).toEqual(['gzip', 'zstd'])
  expect(acceptedEncodings(undefined).size).toBe(0)
})
