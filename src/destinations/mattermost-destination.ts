import type { Destination } from './destination.ts'
import {
  addressSchema,
  faultOfAddress,
  jsonHeaders,
  requireOption,
  textOption,
} from './destination-options.ts'
import { escapeMarkdown, muteMentions } from './escape-markup.ts'
import { customBody, customSubject, cutText, sentenceOf } from './message-words.ts'

const maxTextLength = 16_000

export const mattermost: Destination = {
  type: 'mattermost',
  name: 'Mattermost',
  icon: 'fa-bolt',
  configurationSchema: addressSchema('Mattermost Webhook URL', {
    username: { type: 'string', title: 'Username' },
    icon_url: { type: 'string', title: 'Icon (URL)' },
    channel: { type: 'string', title: 'Channel' },
  }),
  validate: (options) => faultOfAddress(options, 'url'),
  async deliver(message, options, { post }) {
    const body = customBody(message)
    const text = customSubject(message) ?? `#### ${sentenceOf(message, escapeMarkdown)}`
    const identity = ['username', 'icon_url', 'channel'].map(
      (name) => [name, textOption(options, name)] as const,
    )
    await post(requireOption(options, 'url'), {
      headers: jsonHeaders,
      body: JSON.stringify({
        text: muteMentions(cutText(text, maxTextLength)),
        ...Object.fromEntries(identity.filter(([, value]) => value !== '')),
        ...(body === null
          ? {}
          : {
              attachments: [
                { fields: [{ title: 'Description', value: muteMentions(cutText(body, maxTextLength)) }] },
              ],
            }),
      }),
    })
  },
}
