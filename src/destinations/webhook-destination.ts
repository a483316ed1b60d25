import { createHmac } from 'node:crypto'
import type { AlertMessage, Destination } from './destination.ts'
import { faultOfAddress, jsonHeaders, requireOption, textOption } from './destination-options.ts'
import { customBody, customSubject } from './message-words.ts'

export const webhook: Destination = {
  type: 'webhook',
  name: 'Webhook',
  icon: 'fa-bolt',
  configurationSchema: {
    type: 'object',
    properties: {
      url: { type: 'string', title: 'URL' },
      username: { type: 'string' },
      password: { type: 'string' },
      signing_secret: { type: 'string', title: 'Signing Secret' },
    },
    required: ['url'],
    secret: ['password', 'url', 'signing_secret'],
    extra_options: ['signing_secret'],
    sent_to: { password: ['url'], signing_secret: ['url'] },
  },
  validate: (options) => faultOfAddress(options, 'url'),
  async deliver(message, options, { post, deliveryKey, now }) {
    const body = JSON.stringify(payloadOf(message))
    const username = textOption(options, 'username')
    const password = typeof options['password'] === 'string' ? options['password'] : ''
    const secret = textOption(options, 'signing_secret')
    await post(requireOption(options, 'url'), {
      headers: {
        ...jsonHeaders,
        // equal in all attempts, so that receivers can drop duplicates
        'idempotency-key': deliveryKey,
        ...(username === ''
          ? {}
          : { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }),
        ...(secret === '' ? {} : signatureOf(secret, body, now)),
      },
      body,
    })
  },
}

/**
 * Signs the time, a full stop and the body as sent. A receiver that checks signature and time detects forged messages
 * and replays.
 */
function signatureOf(secret: string, body: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return { 'x-sextant-timestamp': timestamp, 'x-sextant-signature': `sha256=${signature}` }
}

function payloadOf(message: AlertMessage) {
  const { alert, state } = message
  return {
    event: 'alert_state_change',
    alert: {
      id: alert.id,
      name: alert.name,
      options: alert.options,
      state,
      last_triggered_at: alert.last_triggered_at,
      updated_at: alert.updated_at,
      created_at: alert.created_at,
      rearm: alert.rearm,
      query_id: alert.query_id,
      user_id: alert.user_id,
      description: customBody(message) ?? '',
      title: customSubject(message) ?? '',
    },
    url_base: message.base_url,
    metadata: message.metadata,
    ...(message.is_test === true ? { is_test: true } : {}),
  }
}
