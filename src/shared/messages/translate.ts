import { isPhrase, type Phrase } from './phrase.ts'

/**
 * One language's texts: the English text, as it stands in the code, to what is shown instead. A text with a number in it
 * has one form for each plural category of the language (`Intl.PluralRules`).
 */
export interface MessageCatalogue {
  /** BCP 47 */
  locale: string
  messages: Readonly<Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>>
}

declare global {
  /** set by a script before the page's own ones; absent: English, which needs no catalogue */
  var sextantMessages: MessageCatalogue | undefined
}

const ofPage = globalThis.sextantMessages
let current = (): MessageCatalogue | undefined => ofPage

/** The language of the page: of its texts, of the names of months, of how numbers are written. English on the server. */
export const locale = ofPage?.locale ?? 'en'

/**
 * Replaces where texts come from. A page has one language; the server has one for each request
 * (src/server/kernel/languages).
 */
export function readMessagesFrom(source: () => MessageCatalogue | undefined): void {
  current = source
}

/** The language that `t` answers in now. */
export function currentLocale(): string {
  return current()?.locale ?? 'en'
}

type Values = Readonly<Record<string, string | number>>

/** The text in the reader's language. `{name}` in it stands for `values.name`. */
export function t(text: string, values?: Values): string {
  const found = current()?.messages[text]
  return fillIn(typeof found === 'string' ? found : text, values)
}

/** A text about so many things: `plural(3, { one: '{count} row', other: '{count} rows' })`. Catalogues name it by `other`. */
export function plural(count: number, forms: { one: string; other: string }, values?: Values): string {
  const catalogue = current()
  const category = pluralRules(catalogue?.locale ?? 'en').select(count)
  const found = catalogue?.messages[forms.other]
  const own = typeof found === 'object' ? (found[category] ?? found.other) : undefined
  return fillIn(own ?? (category === 'one' ? forms.one : forms.other), { count, ...values })
}

/** A phrase in the reader's language. */
export function translatePhrase({ text, values }: Phrase): string {
  const shown = Object.entries(values).map(
    ([name, value]) => [name, isPhrase(value) ? translatePhrase(value) : value] as const,
  )
  return t(text, Object.fromEntries(shown))
}

const rules = new Map<string, Intl.PluralRules>()

function pluralRules(language: string): Intl.PluralRules {
  const known = rules.get(language)
  if (known !== undefined) return known
  const made = new Intl.PluralRules(language)
  rules.set(language, made)
  return made
}

function fillIn(text: string, values: Values | undefined): string {
  if (values === undefined) return text
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
}
