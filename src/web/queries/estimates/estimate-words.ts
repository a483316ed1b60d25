import { formatBytes } from '#shared/format/bytes.ts'
import { locale, plural, t } from '#shared/messages/translate.ts'
import type { RunEstimate } from '#shared/results/run-estimate-api.ts'

const shownTables = 5

/** The estimate in sentences. */
export function estimateWords(estimate: RunEstimate): string {
  const { tables = [], notes } = estimate
  const sentences = [sizeOf(estimate)]
  if (estimate.cost !== undefined) sentences.push(t('Price: {price}.', { price: dollars(estimate.cost) }))
  if (tables.length > 0) {
    const names = tables.slice(0, shownTables).join(', ')
    const more = tables.length - shownTables
    sentences.push(
      more > 0
        ? t('Tables: {names} and {count} more.', { names, count: more })
        : t('Tables: {names}.', { names }),
    )
  }
  return [...sentences, ...notes].join(' ')
}

function sizeOf({ bytes, rows, precision }: RunEstimate): string {
  const size = [
    bytes !== null && formatBytes(bytes),
    rows !== undefined &&
      plural(rows, { one: '{count} row', other: '{count} rows' }, { count: rows.toLocaleString(locale) }),
  ]
    .filter((part) => part !== false)
    .join(' · ')
  if (size === '') return t('The data source cannot tell how much the query would read.')
  if (precision === 'by_statistics')
    return t('By the statistics of its tables, the query would read about {size}, before compression.', {
      size,
    })
  if (precision === 'at_most') return t('The query would read {size} at most.', { size })
  if (precision === 'at_least') return t('The query would read {size} at least.', { size })
  return t('The query would read {size}.', { size })
}

function dollars(cost: number): string {
  const digits = cost > 0 && cost < 0.01 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 }
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', ...digits }).format(cost)
}
