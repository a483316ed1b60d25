/**
 * The first language of an Accept-Language header that there is, by the reader's weights; `de-AT` is content with `de`.
 * null: English, or nothing that there is.
 */
export function chooseLanguage(known: readonly string[], header: string | undefined): string | null {
  for (const wanted of languagesOf(header)) {
    const [primary = ''] = wanted.split('-')
    const found =
      known.find((locale) => locale.toLowerCase() === wanted) ??
      known.find((locale) => locale.toLowerCase() === primary)
    if (found !== undefined) return found
    if (primary === 'en' || primary === '*') return null
  }
  return null
}

/** Longer headers are no longer looked at than this. */
const maxLanguages = 20

function languagesOf(header = ''): string[] {
  return header
    .split(',', maxLanguages)
    .map((item) => {
      const [name = '', ...parameters] = item.trim().toLowerCase().split(';')
      const weight = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='))
      return { name: name.trim(), weight: weight === undefined ? 1 : Number(weight.slice(2)) }
    })
    .filter(({ name, weight }) => name !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ name }) => name)
}

/** Languages whose lines begin at the right. */
const fromRight = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

export function directionOf(locale: string): 'ltr' | 'rtl' {
  return fromRight.has(locale.split('-')[0] ?? '') ? 'rtl' : 'ltr'
}
