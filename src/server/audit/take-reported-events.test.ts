import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#shared/errors/refusal.ts'
import { takeReportedEvents } from './take-reported-events.ts'

const now = new Date('2026-03-01T12:00:00Z')
const request = {
  actor: {
    kind: 'user',
    org_id: 1,
    user_id: 7,
    name: 'ann@example.com',
    group_ids: [],
    permissions: [],
    query_id: null,
  },
  headers: { 'user-agent': 'curl/8' },
  ip: '10.0.0.1',
} as unknown as FastifyRequest

const take = (records: Parameters<typeof takeReportedEvents>[0]) =>
  takeReportedEvents(records, { org_id: 1 }, request, now)
const one = (extras: Record<string, unknown>) =>
  take([{ action: 'view', object_type: 'page', object_id: '/', ...extras }])[0]

function faultOf(extras: Record<string, unknown>): string | undefined {
  try {
    one(extras)
  } catch (error) {
    if (error instanceof Refusal) return String(error.details['field'])
    throw error
  }
}

describe('takeReportedEvents', () => {
  it('sets user, client and network address itself', () => {
    expect(one({ user_id: 1, org_id: 99, ip: '1.1.1.1', user_agent: 'x', user_name: 'Root' })).toEqual({
      org_id: 1,
      user_id: 7,
      actor_name: 'ann@example.com',
      user_agent: 'curl/8',
      ip: '10.0.0.1',
      action: 'view',
      object_type: 'page',
      object_id: '/',
      additional_properties: {},
      is_reported: true,
      created_at: now,
    })
  })

  it('accepts events of disconnected clients, such as a page that closes', () => {
    const gone = { ...request, ip: undefined } as unknown as FastifyRequest
    const records = [{ action: 'view', object_type: 'page' }]
    expect(takeReportedEvents(records, { org_id: 1 }, gone, now)).toMatchObject([
      { ip: null, action: 'view' },
    ])
  })

  it('keeps other keys, but none that could hold a secret', () => {
    expect(
      one({ screen_resolution: '1x1', deep: { a: [1] }, api_key: 'k', my_password: 'p', sessionToken: 't' }),
    ).toMatchObject({ additional_properties: { screen_resolution: '1x1', deep: { a: [1] } } })
  })

  it('is not confused by names of prototype properties', () => {
    const record = JSON.parse(
      '{"action":"view","object_type":"x","__proto__":{"polluted":1},"constructor":2,"toString":3}',
    )
    expect(JSON.stringify(take([record])[0]?.additional_properties)).toBe(
      '{"__proto__":{"polluted":1},"constructor":2,"toString":3}',
    )
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it('removes keys and tokens from addresses', () => {
    expect(one({ object_id: '/public/dashboards/tok3n?api_key=k#x' })?.object_id).toBe('/public/dashboards/…')
    expect(one({ object_id: '/queries/5?p_x=1' })?.object_id).toBe('/queries/5')
    expect(one({ object_id: 12 })?.object_id).toBe('12')
    expect(one({ object_id: null })?.object_id).toBeNull()
  })

  it('accepts only times of the last day', () => {
    const at = (timestamp: number) => one({ timestamp })?.created_at
    const seconds = now.getTime() / 1000
    expect(at(seconds - 3.5)).toEqual(new Date(now.getTime() - 3500))
    for (const timestamp of [seconds + 60, seconds - 90_000, 1e308, -1e308]) expect(at(timestamp)).toBe(now)
  })

  it('names the key that exceeds a limit', () => {
    expect(faultOf({ text: 'x'.repeat(5000) })).toBe('0.text')
    expect(faultOf({ nest: [[[[[]]]]] })).toBe('0.nest')
    expect(faultOf(Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`k${at}`, 1])))).toBe('0')
    expect(faultOf({ text: 'x'.repeat(4000), nest: [[[[]]]] })).toBeUndefined()
  })
})
