import { t } from '#shared/messages/translate.ts'
import type { AlertMessage } from './destination.ts'

type Escaping = (text: string) => string

/** The change of state in one sentence; `escaped` escapes the alert's name for the channel. */
export function sentenceOf(message: AlertMessage, escaped: Escaping): string {
  const name = escaped(message.alert.name)
  switch (message.state) {
    case 'triggered':
      return t('{name} just triggered', { name })
    case 'ok':
      return t('{name} went back to normal', { name })
    case 'unknown':
      return t('The state of {name} is unknown', { name })
  }
}

/** The author's subject, or null when it is missing or blank. */
export function customSubject({ custom_subject }: AlertMessage): string | null {
  return nullIfBlank(custom_subject)
}

/** The author's text, or null when it is missing or blank. */
export function customBody({ custom_body }: AlertMessage): string | null {
  return nullIfBlank(custom_body)
}

function nullIfBlank(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text
}

/** The state as templates and mails show it, such as `TRIGGERED`. */
export function stateWord(message: AlertMessage): string {
  return message.state.toUpperCase()
}

/** Cuts a text to `longest` UTF-16 units, with an ellipsis at the end of a cut text. */
export function cutText(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`
}

/** A text without line breaks and other control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/** Replaces `{name}` in an admin's template by `values.name`, in one pass: placeholders in values stay. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}
