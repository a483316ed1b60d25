import type { AlertMessage, Destination, DestinationOptions } from './destination.ts'
import { jsonHeaders, requireOption, textOption } from './destination-options.ts'
import { customBody, customSubject, cutText, oneLine } from './message-words.ts'

const address = 'https://events.pagerduty.com/v2/enqueue'
const maxSummaryLength = 1024

/** Opens and resolves incidents. The state `unknown` does neither, so it sends nothing. */
export const pagerduty: Destination = {
  type: 'pagerduty',
  name: 'PagerDuty',
  icon: 'creative-commons-pd-alt',
  configurationSchema: {
    type: 'object',
    properties: {
      integration_key: { type: 'string', title: 'PagerDuty Service Integration Key' },
      description: { type: 'string', title: 'Description for the event, defaults to alert name' },
    },
    required: ['integration_key'],
    secret: ['integration_key'],
  },
  async deliver(message, options, { post, once }) {
    if (message.state === 'unknown') return
    const send = async (action: 'trigger' | 'resolve') => {
      await post(address, { headers: jsonHeaders, body: JSON.stringify(eventOf(message, options, action)) })
    }
    if (message.is_test !== true) return await send(message.state === 'triggered' ? 'trigger' : 'resolve')
    // a test resolves its incident at once
    await once('trigger', () => send('trigger'))
    await send('resolve')
  },
}

function eventOf(message: AlertMessage, options: DestinationOptions, action: 'trigger' | 'resolve') {
  const { alert, query } = message
  const key = message.is_test === true ? `test_${alert.name}` : `${alert.id}_${query.id}`
  const body = customBody(message)
  return {
    routing_key: requireOption(options, 'integration_key'),
    incident_key: key,
    dedup_key: key,
    event_action: action,
    payload: {
      summary: cutText(summaryOf(message, options), maxSummaryLength),
      severity: message.is_test === true ? 'info' : 'error',
      source: 'sextant',
      ...(body === null ? {} : { custom_details: body }),
    },
    client: 'Sextant',
    ...(message.base_url === ''
      ? {}
      : {
          client_url: alert.url,
          links: [
            { href: alert.url, text: 'Alert' },
            { href: query.url, text: 'Query' },
          ],
        }),
  }
}

function summaryOf(message: AlertMessage, options: DestinationOptions): string {
  return oneLine(
    customSubject(message) ?? (textOption(options, 'description') || `Alert: ${message.alert.name}`),
  )
}
