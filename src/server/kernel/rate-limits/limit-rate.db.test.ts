import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { forgetHits, limitRate } from './limit-rate.ts'

let app: AppUnderTest
let now = new Date('2024-05-01T12:10:00Z')
beforeAll(async () => {
  app = await appUnderTest({ clock: () => now, config: { loginsPerHour: 5, trustedProxies: 1 } })
})
afterAll(() => app.close())

const logIn = (password: string, from: string, who = app.member) =>
  app.anonymous.post('/login', { email: who.email, password }, { headers: { 'x-forwarded-for': from } })

it('limits failed logins of an address, and successful ones once the limit is reached', async () => {
  for (let attempt = 1; attempt <= 5; attempt++)
    expect((await logIn('wrong', '10.0.0.1')).statusCode).toBe(400)
  const reply = await logIn(app.member.password, '10.0.0.1')
  expect(reply.statusCode).toBe(429)
  expect(reply.json()).toMatchObject({ message: '5 per 1 hour', code: 'request.rate_limited' })
  const form = await app.app.inject({
    method: 'POST',
    url: '/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '10.0.0.1' },
    payload: 'email=a&password=b',
  })
  expect(form.statusCode).toBe(429)
  expect(form.headers['content-type']).toMatch('text/html')
  expect(form.body).toMatch('5 per 1 hour')
})

it('counts each address separately, and only the hop that our proxy saw', async () => {
  expect((await logIn('wrong', '10.0.0.2')).statusCode).toBe(400)
  expect((await logIn('wrong', '10.9.9.9, 10.0.0.1')).statusCode).toBe(429)
})

it('does not count successful logins', async () => {
  for (let attempt = 1; attempt <= 12; attempt++) {
    expect((await logIn(app.member.password, '10.0.0.3')).statusCode).toBe(200)
  }
})

it('counts simultaneous attempts', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => logIn('wrong', '10.0.0.4', app.viewer)))
  expect(replies.filter((reply) => reply.statusCode === 400)).toHaveLength(5)
})

it('starts again each hour', async () => {
  now = new Date('2024-05-01T13:00:01Z')
  expect((await logIn(app.member.password, '10.0.0.1')).statusCode).toBe(200)
})

it('deletes old counters', async () => {
  await limitRate(app.context, { name: 'test', caller: 'somebody', perHour: 1 })
  await forgetHits(app.context, new Date('2024-05-01T13:00:00Z'))
  const { rows } = await app.context.pool.query('select distinct window_start from rate_limit_hits')
  expect(rows).toEqual([{ window_start: new Date('2024-05-01T13:00:00Z') }])
})
