import type { HostSettings } from '../visualization.ts'
import { type Aggregate, type AggregatorName, aggregators } from './pivot-aggregators.ts'

export type AggregateFormat = (value: Aggregate) => string

/** Formats cells: rounded like react-pivottable, with the separators of the organization; blank for no value. */
export function aggregateFormat(
  aggregatorName: AggregatorName,
  ofDates: boolean,
  settings: Pick<HostSettings, 'thousandsSeparator' | 'decimalSeparator'>,
): AggregateFormat {
  const { format } = aggregators[aggregatorName]
  const decimals = format === 'integer' ? 0 : format === 'percent' ? 1 : 2
  return (value) => {
    if (value === null) return ''
    if (typeof value === 'string') {
      const isNumber = format !== 'text' && !ofDates && value.trim() !== '' && Number.isFinite(Number(value))
      if (!isNumber) return value
    }
    const number = Number(value)
    if (!Number.isFinite(number)) return ''
    const text = separated((format === 'percent' ? number * 100 : number).toFixed(decimals), settings)
    return format === 'percent' ? `${text}%` : text
  }
}

function separated(
  digits: string,
  { thousandsSeparator, decimalSeparator }: Pick<HostSettings, 'thousandsSeparator' | 'decimalSeparator'>,
): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits)
  // from 1e21 on, toFixed returns an exponent
  if (!match) return digits
  const [, minus = '', whole = '', fraction] = match
  const sign = /[1-9]/.test(digits) ? minus : ''
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, () => thousandsSeparator)
  return sign + grouped + (fraction === undefined ? '' : decimalSeparator + fraction)
}
