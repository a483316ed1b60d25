import { describe, expect, it } from 'vitest'
import { createApiClient } from './api-client.ts'
import { listPages } from './download.ts'

/** A client whose requests get these answers, one after the other. */
function clientOf(...replies: (Response | Error)[]) {
  const asked: string[] = []
  const pauses: number[] = []
  const fetch = async (url: string) => {
    asked.push(url)
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    if (reply instanceof Error || reply === undefined) throw reply ?? new Error('nothing left')
    return reply.clone()
  }
  const pause = async (milliseconds: number) => pauses.push(milliseconds)
  const client = createApiClient({ url: 'https://redash.example.com/base/', key: 'k' }, { fetch, pause })
  return { client, asked, pauses }
}

const json = (content: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(content), { status, headers })

describe('a server that is busy', () => {
  it('is asked again, as late as it says or later each time', async () => {
    const { client, asked, pauses } = clientOf(
      json({}, 429, { 'retry-after': '7' }),
      json({}, 503),
      new Error('the connection was reset'),
      json({ ok: true }),
    )
    expect(await client.get('/api/session')).toEqual({ ok: true })
    expect(asked).toEqual(Array.from({ length: 4 }, () => 'https://redash.example.com/base/api/session'))
    expect(pauses).toEqual([7000, 2000, 4000])
  })

  it('is left alone after some attempts', async () => {
    const { client, pauses } = clientOf(json({}, 502, { 'retry-after': '86400' }))
    await expect(client.get('/api/users?page=1')).rejects.toThrow(
      '--url: redash.example.com answers 502 to /api/users. Try again later.',
    )
    expect(pauses).toEqual(Array.from({ length: 5 }, () => 60_000))
  })
})

it.each([
  [json({}, 401), '--key: Redash does not accept this key.'],
  [json({}, 404), '--key: this key may not read /api/x'],
  [new Response('', { status: 302, headers: { location: '/login' } }), 'redirects /api/x.'],
  [new Response('<html>'), '/api/x answers no JSON.'],
  [new Response('x'.repeat(51_000_000)), '/api/x: The answer is longer than 50 MB.'],
])('refuses an answer that is of no use', async (reply, message) => {
  await expect(clientOf(reply).client.get('/api/x')).rejects.toThrow(message)
})

it('reads all pages of a list, and a row once that moves between them', async () => {
  const page = (ids: number[]) => json({ count: 251, results: ids.map((id) => ({ id })) })
  const first = Array.from({ length: 250 }, (_, at) => at + 1)
  const { client, asked } = clientOf(page(first), page([250, 251]))
  expect(await listPages(client, '/api/users?disabled=true')).toHaveLength(251)
  expect(asked.at(-1)).toMatch(/\/api\/users\?disabled=true&page=2&page_size=250$/)
})
