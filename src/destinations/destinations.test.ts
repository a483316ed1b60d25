import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DeliveryFailed, type DestinationOptions } from './destination.ts'
import { deliverSample, type SampleDestination, tryDestination } from './destination-suite.ts'
import { destinations, findDestinationType } from './registry.ts'
import { sampleMessage } from './sample-messages.ts'

const noAddress = [
  [{}, 'url'],
  [{ url: 'hooks.example.com/x' }, 'url'],
  [{ url: 'file:///etc/passwd' }, 'url'],
] as const

const samples: Record<string, SampleDestination> = {
  email: {
    options: { addresses: 'ops@example.com, anna@example.com,ops@example.com' },
    refused: [
      [{ addresses: ' , ' }, 'addresses'],
      [{ addresses: 'ops@example.com, anna' }, 'addresses'],
      [{ addresses: 'Anna <anna@example.com>' }, 'addresses'],
    ],
  },
  slack: { options: { url: 'https://hooks.slack.example/services/canary' }, refused: noAddress },
  webhook: {
    options: {
      url: 'https://hooks.example.com/canary',
      username: 'sextant',
      password: 'canary-password',
      signing_secret: 'canary-secret',
    },
    refused: noAddress,
  },
  discord: { options: { url: 'https://discord.example/api/webhooks/1/canary' }, refused: noAddress },
  mattermost: {
    options: {
      url: 'https://chat.example.com/hooks/canary',
      username: 'Sextant',
      icon_url: 'https://example.com/i.png',
      channel: 'ops',
    },
    refused: noAddress,
  },
  chatwork: {
    options: {
      api_token: 'canary-token',
      room_id: '123',
      message_template: '{alert_name} changed state to {new_state}.\\n{alert_url}\\n{query_url}',
    },
    refused: [],
  },
  pagerduty: { options: { integration_key: 'canary-key' }, refused: [] },
  hangouts_chat: {
    options: { url: 'https://chat.example.com/v1/canary', icon_url: 'https://example.com/i.png' },
    refused: noAddress,
  },
  microsoft_teams_webhook: {
    options: { url: 'https://teams.example.com/canary', card_format: 'adaptive_card' },
    refused: [
      ...noAddress,
      [{ url: 'https://teams.example.com', message_template: '{alert_name}' }, 'message_template'],
    ],
  },
  asana: { options: { pat: 'canary-pat', project_id: '99' }, refused: [] },
  webex: {
    options: {
      webex_bot_token: 'canary-token',
      to_person_emails: 'anna@example.com',
      to_room_ids: ' room-1, ',
    },
    refused: [[{ webex_bot_token: 'x', to_room_ids: ' , ' }, 'to_person_emails']],
  },
  datadog: {
    options: { api_key: 'canary-key', tags: 'env:prod, team:shop' },
    refused: [[{ api_key: 'x', api_host: 'evil.example/path' }, 'api_host']],
  },
}

it('every type has samples', () => {
  expect(destinations.map(({ type }) => type)).toEqual(Object.keys(samples))
})

it.each(Object.keys(samples))('%s has a small, self-contained logo', (type) => {
  const logo = readFileSync(`src/web/alerting/destinations/logos/${type}.svg`, 'utf8')
  expect(logo).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="40" height="40"/)
  expect(logo).not.toMatch(/<image|<script|<style|href|url\(/)
  expect(logo.length).toBeLessThan(1500)
  expect(readFileSync('src/web/alerting/destinations/destination-logo.tsx', 'utf8')).toContain(
    `./logos/${type}.svg`,
  )
})

for (const [type, sample] of Object.entries(samples)) {
  const destination = findDestinationType(type)
  if (destination !== undefined) tryDestination(destination, sample)
}

async function deliver(
  type: string,
  options: DestinationOptions,
  message = sampleMessage('triggered'),
  done?: ReadonlySet<string>,
) {
  const destination = findDestinationType(type)
  if (destination === undefined) throw new Error(type)
  const sent = await deliverSample(destination, message, options, done)
  return sent.filter((each) => each.kind === 'post')
}

describe('webhook', () => {
  it('signs the time and the body as sent', async () => {
    const [sent] = await deliver('webhook', { url: 'https://hooks.example.com', signing_secret: 'shared' })
    const timestamp = sent?.headers['x-sextant-timestamp']
    expect(timestamp).toBe('1772357401')
    const signature = createHmac('sha256', 'shared').update(`${timestamp}.${sent?.body}`).digest('hex')
    expect(sent?.headers['x-sextant-signature']).toBe(`sha256=${signature}`)
  })

  it('sends neither login nor signature unless they are set', async () => {
    const [sent] = await deliver('webhook', { url: 'https://hooks.example.com', password: 'alone' })
    expect(Object.keys(sent?.headers ?? {}).sort()).toEqual(['content-type', 'idempotency-key'])
  })
})

describe('webex', () => {
  it('skips receivers that an earlier attempt reached', async () => {
    const options = {
      webex_bot_token: 'x',
      to_person_emails: 'a@example.com,b@example.com',
      to_room_ids: 'r',
    }
    const bodies = (await deliver('webex', options, undefined, new Set(['a@example.com']))).map(({ body }) =>
      JSON.parse(body),
    )
    expect(bodies.map(({ toPersonEmail, roomId }) => toPersonEmail ?? roomId)).toEqual(['b@example.com', 'r'])
  })
})

describe('microsoft_teams_webhook', () => {
  it('fills a stored template; values cannot break out of its strings', async () => {
    const message = sampleMessage('triggered')
    const [sent] = await deliver(
      'microsoft_teams_webhook',
      { url: 'https://x.example', message_template: '{"text": "{alert_name} {other}", "n": 1}' },
      { ...message, alert: { ...message.alert, name: '", "n": "2{query_text}' } },
    )
    expect(JSON.parse(sent?.body ?? '')).toEqual({ text: '", "n": "2\\{query\\_text\\} {other}', n: 1 })
  })

  it('sends the card of Office connectors when no format is set', async () => {
    const [sent] = await deliver('microsoft_teams_webhook', { url: 'https://x.example' })
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      '@type': 'MessageCard',
      summary: 'Orders per hour just triggered',
    })
  })
})

it('a stored destination without its required options fails for good and names the missing one', async () => {
  for (const type of Object.keys(samples)) {
    const failure = await deliver(type, {}).catch((error) => error)
    expect(failure, type).toBeInstanceOf(DeliveryFailed)
    expect(failure.isFinal, type).toBe(true)
  }
})
