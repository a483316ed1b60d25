import { locale } from '../messages/translate.ts'

let format: Intl.ListFormat | undefined

/** `a`, `a and b`, `a, b and c`, in the reader's language. */
export function listed(words: readonly string[]): string {
  // US English would add a comma before "and"
  format ??= new Intl.ListFormat(locale === 'en' ? 'en-GB' : locale)
  return format.format(words)
}
