import { locale } from '../messages/translate.ts'

let format: Intl.ListFormat | undefined

/** `a`, `a and b`, `a, b and c`: in the words of the reader's language. */
export function listed(words: readonly string[]): string {
  // English of the United States has one comma more
  format ??= new Intl.ListFormat(locale === 'en' ? 'en-GB' : locale)
  return format.format(words)
}
