import type { AlertMessage, Destination, DestinationOptions } from './destination.ts'
import { requireOption, textOption } from './destination-options.ts'
import { customBody, customSubject, cutText, fillTemplate, stateWord } from './message-words.ts'

const defaultTemplate = '{alert_name} changed state to {new_state}.\\n{alert_url}\\n{query_url}'
const maxBodyLength = 65_000

export const chatwork: Destination = {
  type: 'chatwork',
  name: 'ChatWork',
  icon: 'fa-comment',
  configurationSchema: {
    type: 'object',
    properties: {
      api_token: { type: 'string', title: 'API Token' },
      room_id: { type: 'string', title: 'Room ID' },
      message_template: { type: 'string', default: defaultTemplate, title: 'Message Template' },
    },
    required: ['message_template', 'api_token', 'room_id'],
    secret: ['api_token'],
  },
  async deliver(message, options, { post }) {
    const room = encodeURIComponent(requireOption(options, 'room_id'))
    await post(`https://api.chatwork.com/v2/rooms/${room}/messages`, {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-chatworktoken': requireOption(options, 'api_token'),
      },
      body: new URLSearchParams({ body: cutText(bodyOf(message, options), maxBodyLength) }).toString(),
    })
  },
}

function bodyOf(message: AlertMessage, options: DestinationOptions): string {
  const subject = customSubject(message)
  const body = customBody(message)
  return [
    ...(subject === null ? [] : [breakTags(subject)]),
    body === null ? fromTemplate(message, options) : breakTags(body),
  ].join('\n')
}

function fromTemplate(message: AlertMessage, options: DestinationOptions): string {
  const template = textOption(options, 'message_template') || defaultTemplate
  return fillTemplate(template.replaceAll('\\n', '\n'), {
    alert_name: breakTags(message.alert.name),
    new_state: stateWord(message),
    alert_url: message.alert.url,
    query_url: message.query.url,
  })
}

/** ChatWork has no escapes for its tags (`[toall]` notifies the whole room): a zero-width space breaks them. */
function breakTags(text: string): string {
  return text.replace(/\[(?=\/?[a-z])/gi, '[\u200B')
}
