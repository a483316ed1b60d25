import { phrase } from '#shared/messages/phrase.ts'
import type { AlertMessage, Destination } from './destination.ts'
import { jsonHeaders, listOption, requireOption, textOption } from './destination-options.ts'
import { customBody, customSubject, cutText, oneLine, sentenceOf } from './message-words.ts'

const defaultHost = 'api.datadoghq.com'
const maxTitleLength = 500
const maxTextLength = 4000

export const datadog: Destination = {
  type: 'datadog',
  name: 'Datadog',
  icon: 'fa-datadog',
  configurationSchema: {
    type: 'object',
    properties: {
      api_key: { type: 'string', title: 'API Key' },
      tags: { type: 'string', title: 'Tags' },
      priority: { type: 'string', default: 'normal', title: 'Priority' },
      source_type_name: { type: 'string', default: 'my_apps', title: 'Source Type Name' },
      api_host: { type: 'string', default: defaultHost, title: 'API Host' },
    },
    required: ['api_key'],
    secret: ['api_key'],
    extra_options: ['api_host'],
  },
  validate(options) {
    const host = textOption(options, 'api_host')
    return host === '' || /^[a-z0-9.-]+$/i.test(host)
      ? null
      : { field: 'api_host', reason: phrase('must be the name of a host.') }
  },
  async deliver(message, options, { post }) {
    const host = textOption(options, 'api_host') || defaultHost
    const { alert, query } = message
    await post(`https://${host}/api/v1/events`, {
      headers: { ...jsonHeaders, 'dd-api-key': requireOption(options, 'api_key') },
      body: JSON.stringify({
        title: cutText(
          oneLine(customSubject(message) ?? sentenceOf(message, (name) => name)),
          maxTitleLength,
        ),
        text: cutText(textOf(message), maxTextLength),
        alert_type: { triggered: 'error', ok: 'success', unknown: 'warning' }[message.state],
        priority: textOption(options, 'priority') || 'normal',
        source_type_name: textOption(options, 'source_type_name') || null,
        aggregation_key: cutText(`sextant:${alert.url}`, 100),
        tags: [...listOption(options, 'tags'), 'sextant', `query_id:${query.id}`, `alert_id:${alert.id}`],
      }),
    })
  },
}

function textOf(message: AlertMessage): string {
  const { alert, query, state } = message
  const text = customBody(message) ?? `${alert.name} changed state to ${state}.`
  // Datadog renders a text that begins with %%% as Markdown
  return `${text.replace(/^\s*%%%/, '')}\nQuery: ${query.url}\nAlert: ${alert.url}`
}
