import { phrase } from '#shared/messages/phrase.ts'
import {
  type AlertMessage,
  DeliveryFailed,
  type Destination,
  type DestinationOptions,
  type OptionFault,
  type PostReply,
} from './destination.ts'
import {
  addressSchema,
  faultOfAddress,
  jsonHeaders,
  requireOption,
  textOption,
} from './destination-options.ts'
import { escapeMarkdown } from './escape-markup.ts'
import {
  customBody,
  customSubject,
  cutText,
  fillTemplate,
  oneLine,
  sentenceOf,
  stateWord,
} from './message-words.ts'

/** Teams rejects messages over 28 KB. */
const maxTextLength = 8000

/** The card that Office connectors accept, with the placeholders of stored templates. */
const messageCard = JSON.stringify(
  {
    '@type': 'MessageCard',
    '@context': 'http://schema.org/extensions',
    themeColor: '0076D7',
    summary: '{subject}',
    sections: [
      {
        activityTitle: '{subject}',
        activitySubtitle: '{body}',
        facts: [
          { name: 'Alert Name', value: '{alert_name}' },
          { name: 'Alert URL', value: '{alert_url}' },
          { name: 'State', value: '{state}' },
          { name: 'Query', value: '{query_text}' },
          { name: 'Query URL', value: '{query_url}' },
        ],
        markdown: true,
      },
    ],
  },
  null,
  2,
)

export const microsoftTeams: Destination = {
  type: 'microsoft_teams_webhook',
  name: 'Microsoft Teams Webhook',
  icon: 'fa-bolt',
  configurationSchema: {
    ...addressSchema('Microsoft Teams Webhook URL', {
      card_format: {
        type: 'string',
        title: 'Card Format',
        default: 'adaptive_card',
        extendedEnum: [
          { value: 'adaptive_card', name: 'Adaptive card (Workflows)' },
          { value: 'message_card', name: 'Message card (Office connectors)' },
        ],
      },
      message_template: { type: 'string', title: 'Message Template' },
    }),
    extra_options: ['message_template'],
  },
  validate: (options) =>
    faultOfAddress(options, 'url') ?? faultOfTemplate(textOption(options, 'message_template')),
  async deliver(message, options, { post }) {
    const reply = await post(requireOption(options, 'url'), {
      headers: jsonHeaders,
      body: bodyOf(message, options),
    })
    refuseHiddenFailure(reply)
  },
}

function faultOfTemplate(template: string): OptionFault | null {
  if (template === '') return null
  try {
    JSON.parse(template)
    return null
  } catch {
    return { field: 'message_template', reason: phrase('must be JSON.') }
  }
}

function bodyOf(message: AlertMessage, options: DestinationOptions): string {
  const template = textOption(options, 'message_template')
  if (template !== '') return fillJson(template, message)
  // destinations created before the option existed use Office connectors
  return textOption(options, 'card_format') === 'adaptive_card'
    ? JSON.stringify(adaptiveCard(message))
    : fillJson(messageCard, message)
}

/** Fills in values after the template is parsed as JSON, so that no value can break out of its string. */
function fillJson(template: string, message: AlertMessage): string {
  const values = {
    alert_name: escapeMarkdown(message.alert.name),
    alert_url: message.alert.url,
    query_text: escapeMarkdown(cutText(message.query.text, maxTextLength)),
    query_url: message.query.url,
    state: stateWord(message),
    subject: subjectOf(message),
    body: cutText(customBody(message) ?? '', maxTextLength),
  }
  try {
    return JSON.stringify(
      JSON.parse(template, (_key, part: unknown) =>
        typeof part === 'string' ? fillTemplate(part, values) : part,
      ),
    )
  } catch {
    throw new DeliveryFailed('The message template of this destination is not JSON.', { isFinal: true })
  }
}

function subjectOf(message: AlertMessage): string {
  return oneLine(customSubject(message) ?? sentenceOf(message, escapeMarkdown))
}

function adaptiveCard(message: AlertMessage) {
  const body = customBody(message)
  const facts = [
    { title: 'Alert', value: escapeMarkdown(message.alert.name) },
    { title: 'State', value: stateWord(message) },
    { title: 'Query', value: escapeMarkdown(message.query.name) },
  ]
  const open = (title: string, url: string) => ({ type: 'Action.OpenUrl', title, url })
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            { type: 'TextBlock', text: subjectOf(message), weight: 'Bolder', size: 'Medium', wrap: true },
            ...(body === null ? [] : [{ type: 'TextBlock', text: cutText(body, maxTextLength), wrap: true }]),
            { type: 'FactSet', facts },
          ],
          ...(message.base_url === ''
            ? {}
            : { actions: [open('Open alert', message.alert.url), open('Open query', message.query.url)] }),
        },
      },
    ],
  }
}

/** Office connectors answer 200 also on failure, and report the status in the text. */
function refuseHiddenFailure({ text }: PostReply): void {
  const status = Number(/HTTP error (\d{3})/i.exec(text)?.[1] ?? 0)
  if (status === 0) return
  throw new DeliveryFailed(`Teams answered ${status}.`, { status, isFinal: status < 429 && status !== 408 })
}
