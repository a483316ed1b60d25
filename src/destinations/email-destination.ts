import { composeMail, type MailPart } from '#shared/mails/mail-layout.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import { plural, t } from '#shared/messages/translate.ts'
import { isEmail } from '#shared/users/email-address.ts'
import {
  type AlertMessage,
  DeliveryFailed,
  type Destination,
  type DestinationOptions,
} from './destination.ts'
import { listOption, textOption } from './destination-options.ts'
import {
  customBody,
  customSubject,
  cutText,
  fillTemplate,
  oneLine,
  sentenceOf,
  stateWord,
} from './message-words.ts'

const defaultSubject = 'Alert: {alert_name} changed status to {state}'
const maxSubjectLength = 300
const maxRecipients = 200
const tones = { triggered: 'bad', ok: 'good', unknown: 'unsure' } as const

/** One mail for all addresses. A subscription without a destination uses it with one address, the subscriber's. */
export const email: Destination = {
  type: 'email',
  name: 'Email',
  icon: 'fa-envelope',
  configurationSchema: {
    type: 'object',
    properties: {
      addresses: { type: 'string' },
      subject_template: { type: 'string', default: defaultSubject, title: 'Subject Template' },
    },
    required: ['addresses'],
    extra_options: ['subject_template'],
  },
  validate(options) {
    const addresses = listOption(options, 'addresses')
    const fault = (reason: Phrase) => ({ field: 'addresses', reason })
    if (addresses.length > maxRecipients) return fault(phrase('not more than {max}.', { max: maxRecipients }))
    const wrong = addresses.find((address) => !isEmail(address))
    if (wrong !== undefined) return fault(phrase('"{address}" is not an email address.', { address: wrong }))
    return addresses.length === 0 ? fault(phrase('name at least one address.')) : null
  },
  async deliver(message, options, { sendMail }) {
    const to = listOption(options, 'addresses')
    if (to.length === 0) throw new DeliveryFailed('This destination has no addresses.', { isFinal: true })
    const subject = subjectOf(message, options)
    const { text, html } = composeMail({
      title: subject,
      parts: customBody(message) === null ? defaultParts(message) : customParts(message),
      footer: t('You get this mail because this address is subscribed to the alert {name}.', {
        name: oneLine(message.alert.name),
      }),
    })
    await sendMail({ to, subject, text, html })
  },
}

function subjectOf(message: AlertMessage, options: DestinationOptions): string {
  const subject =
    customSubject(message) ??
    fillTemplate(textOption(options, 'subject_template') || defaultSubject, {
      alert_name: message.alert.name,
      state: stateWord(message),
    })
  return cutText(oneLine(subject), maxSubjectLength)
}

function badge(message: AlertMessage): MailPart {
  return {
    kind: 'badge',
    text: t('STATUS: {state}', { state: stateWord(message) }),
    tone: tones[message.state],
  }
}

/** Without a public address of the instance there is no valid link. */
function linkTo({ base_url }: AlertMessage, url: string): string | null {
  return base_url === '' ? null : url
}

function customParts(message: AlertMessage): MailPart[] {
  return [{ kind: 'text', text: customBody(message) ?? '' }, ...alertButton(message)]
}

function defaultParts(message: AlertMessage): MailPart[] {
  const { result, query } = message
  const value = result.value ?? t('no value')
  return [
    { kind: 'heading', text: oneLine(sentenceOf(message, (name) => name)) },
    badge(message),
    {
      kind: 'facts',
      facts: [
        { label: t('Condition'), value: `${value} ${result.condition} ${result.threshold}` },
        { label: t('Query'), value: oneLine(query.name), href: linkTo(message, query.url) },
      ],
    },
    ...alertButton(message),
    ...resultParts(message),
  ]
}

function alertButton(message: AlertMessage): MailPart[] {
  const href = linkTo(message, message.alert.url)
  return href === null ? [] : [{ kind: 'button', text: t('Open the alert'), href }]
}

function resultParts({ result }: AlertMessage): MailPart[] {
  if (result.columns.length === 0) return []
  const rest = result.row_count - result.rows.length
  return [
    { kind: 'table', headers: result.columns.map((column) => column.friendly_name), rows: result.rows },
    ...(rest > 0
      ? [
          {
            kind: 'quiet',
            text: plural(rest, {
              one: '{count} more row is not shown here.',
              other: '{count} more rows are not shown here.',
            }),
          } as const,
        ]
      : []),
  ]
}
