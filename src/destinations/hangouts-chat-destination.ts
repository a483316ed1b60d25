import { t } from '#shared/messages/translate.ts'
import type { AlertMessage, Destination } from './destination.ts'
import { addressSchema, faultOfAddress, requireOption, textOption } from './destination-options.ts'
import { escapeTags } from './escape-markup.ts'
import { customBody, customSubject, cutText, oneLine } from './message-words.ts'

const maxTitleLength = 200
const maxTextLength = 3500

export const hangoutsChat: Destination = {
  type: 'hangouts_chat',
  name: 'Google Hangouts Chat',
  icon: 'fa-bolt',
  configurationSchema: addressSchema('Webhook URL (get it from the room settings)', {
    icon_url: { type: 'string', title: 'Icon URL (32x32 or multiple, png format)' },
  }),
  validate: (options) => faultOfAddress(options, 'url'),
  async deliver(message, options, { post }) {
    const icon = textOption(options, 'icon_url')
    const body = customBody(message)
    // headers display plain text, paragraphs parse tags
    const title = cutText(oneLine(customSubject(message) ?? message.alert.name), maxTitleLength)
    const card = {
      header: { title, ...(icon === '' ? {} : { imageUrl: icon }) },
      sections: [
        { widgets: [paragraph(stateText(message)), ...buttonsOf(message)] },
        ...(body === null ? [] : [{ widgets: [paragraph(escapeTags(cutText(body, maxTextLength)))] }]),
      ],
    }
    await post(requireOption(options, 'url'), {
      headers: { 'content-type': 'application/json; charset=UTF-8' },
      body: JSON.stringify({ cards: [card] }),
    })
  },
}

const paragraph = (text: string) => ({ textParagraph: { text } })

function stateText({ state }: AlertMessage): string {
  switch (state) {
    case 'triggered':
      return `<b><font color="#c0392b">${t('Triggered')}</font></b>`
    case 'ok':
      return `<font color="#27ae60">${t('Went back to normal')}</font>`
    case 'unknown':
      return t('Unable to determine status. Check Query and Alert configuration.')
  }
}

function buttonsOf({ base_url, query }: AlertMessage) {
  if (base_url === '') return []
  const textButton = { text: t('OPEN QUERY'), onClick: { openLink: { url: query.url } } }
  return [{ buttons: [{ textButton }] }]
}
