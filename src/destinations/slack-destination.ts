import type { AlertMessage, Destination } from './destination.ts'
import { addressSchema, faultOfAddress, jsonHeaders, requireOption } from './destination-options.ts'
import { escapeTags } from './escape-markup.ts'
import { customBody, customSubject, cutText, sentenceOf } from './message-words.ts'

const colors = { triggered: '#c0392b', ok: '#27ae60', unknown: '#ff9800' }
/** Slack truncates longer texts. */
const maxTextLength = 8000

export const slack: Destination = {
  type: 'slack',
  name: 'Slack',
  icon: 'fa-slack',
  configurationSchema: addressSchema('Slack Webhook URL'),
  validate: (options) => faultOfAddress(options, 'url'),
  async deliver(message, options, { post }) {
    const field = (title: string, value: string) => ({ title, type: 'mrkdwn', value: escapeTags(value) })
    const body = customBody(message)
    const attachment = {
      text: textOf(message),
      color: colors[message.state],
      fields: [
        field('Query', message.query.url),
        field('Alert', message.alert.url),
        ...(body === null ? [] : [field('Description', cutText(body, maxTextLength))]),
      ],
    }
    await post(requireOption(options, 'url'), {
      headers: jsonHeaders,
      body: JSON.stringify({ attachments: [attachment] }),
    })
  },
}

function textOf(message: AlertMessage): string {
  const subject = message.state === 'triggered' ? customSubject(message) : null
  return escapeTags(cutText(subject ?? sentenceOf(message, (name) => name), maxTextLength))
}
