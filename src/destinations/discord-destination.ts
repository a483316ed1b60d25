import type { AlertMessage, Destination } from './destination.ts'
import { addressSchema, faultOfAddress, jsonHeaders, requireOption } from './destination-options.ts'
import { escapeMarkdown } from './escape-markup.ts'
import { customBody, customSubject, cutText, sentenceOf } from './message-words.ts'

const colors = { ok: '2600544', triggered: '12597547', unknown: '16776960' }
const maxContentLength = 2000
const maxFieldLength = 1024

export const discord: Destination = {
  type: 'discord',
  name: 'Discord',
  icon: 'fa-discord',
  configurationSchema: addressSchema('Discord Webhook URL'),
  validate: (options) => faultOfAddress(options, 'url'),
  async deliver(message, options, { post }) {
    const body = customBody(message)
    const link = (name: string, value: string) => ({
      name,
      value: cutText(value, maxFieldLength),
      inline: true,
    })
    await post(requireOption(options, 'url'), {
      headers: jsonHeaders,
      body: JSON.stringify({
        content: cutText(contentOf(message), maxContentLength),
        embeds: [
          {
            color: colors[message.state],
            fields: [
              link('Query', message.query.url),
              link('Alert', message.alert.url),
              ...(body === null ? [] : [{ name: 'Description', value: cutText(body, maxFieldLength) }]),
            ],
          },
        ],
        // names and values in the text must not notify users
        allowed_mentions: { parse: [] },
      }),
    })
  },
}

function contentOf(message: AlertMessage): string {
  const subject = message.state === 'triggered' ? customSubject(message) : null
  return subject ?? sentenceOf(message, escapeMarkdown)
}
