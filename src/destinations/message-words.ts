import { t } from '#shared/messages/translate.ts'
import type { AlertMessage } from './destination.ts'

type Escaping = (text: string) => string

/** What has happened, in one sentence; the name escaped as the channel wants it. */
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

/** The author's subject; null: there is none. */
export function customSubject({ custom_subject }: AlertMessage): string | null {
  return written(custom_subject)
}

/** The author's text; null: there is none. */
export function customBody({ custom_body }: AlertMessage): string | null {
  return written(custom_body)
}

function written(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text
}

/** `TRIGGERED`: as templates and mails say it. */
export function stateWord(message: AlertMessage): string {
  return message.state.toUpperCase()
}

/** Not longer than a channel takes, with an ellipsis where something was cut off. */
export function cutText(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`
}

/** A text without line breaks and other control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/** `{name}` in an admin's template stands for `values.name`, in one pass: values are not templates. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}
