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

const catalogue = globalThis.sextantMessages
/** The language of the page: of its texts, of the names of months, of how numbers are written. */
export const locale = catalogue?.locale ?? 'en'
const plurals = new Intl.PluralRules(locale)

type Values = Readonly<Record<string, string | number>>

/** The text in the reader's language. `{name}` in it stands for `values.name`. */
export function t(text: string, values?: Values): string {
  const found = catalogue?.messages[text]
  return fillIn(typeof found === 'string' ? found : text, values)
}

/** A text about so many things: `plural(3, { one: '{count} row', other: '{count} rows' })`. Catalogues name it by `other`. */
export function plural(count: number, forms: { one: string; other: string }, values?: Values): string {
  const category = plurals.select(count)
  const found = catalogue?.messages[forms.other]
  const own = typeof found === 'object' ? (found[category] ?? found.other) : undefined
  return fillIn(own ?? (category === 'one' ? forms.one : forms.other), { count, ...values })
}

function fillIn(text: string, values: Values | undefined): string {
  if (values === undefined) return text
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
}
