import { locale } from '#shared/messages/translate.ts'

/** A number with separators between thousands and all its digits; other texts unchanged. */
export function grouped(text: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(text)
  if (match === null) return text
  const [, sign = '', integer = '', fraction = ''] = match
  return sign + integer.replace(/\B(?=(\d{3})+$)/g, separator) + fraction
}

const separator = (1000).toLocaleString(locale).replace(/\d/g, '') || ' '
