/**
 * The reader's preferred language that is available, by the weights of an Accept-Language header. `de-AT` falls back
 * to `de`. null: English, or none of the languages is available.
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

/** Further entries of the header are ignored. */
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
