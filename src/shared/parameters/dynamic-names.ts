import { t } from '../messages/translate.ts'
import { isDateRangeType, isDateType } from './dynamic-dates.ts'

/** A dynamic value of date parameters and its label (docs/reference/stored-parameters.md#dynamic-values). */
export interface DynamicName {
  token: string
  name: string
}

const dates: readonly DynamicName[] = [
  { token: 'd_now', name: 'Today/Now' },
  { token: 'd_yesterday', name: t('Yesterday') },
]

const days: readonly DynamicName[] = [
  { token: 'd_today', name: t('Today') },
  { token: 'd_yesterday', name: t('Yesterday') },
]

const ranges: readonly DynamicName[] = [
  { token: 'd_this_week', name: t('This week') },
  { token: 'd_this_month', name: t('This month') },
  { token: 'd_this_year', name: t('This year') },
  { token: 'd_last_week', name: t('Last week') },
  { token: 'd_last_month', name: t('Last month') },
  { token: 'd_last_year', name: t('Last year') },
  { token: 'd_last_7_days', name: t('Last 7 days') },
  { token: 'd_last_14_days', name: t('Last 14 days') },
  { token: 'd_last_30_days', name: t('Last 30 days') },
  { token: 'd_last_60_days', name: t('Last 60 days') },
  { token: 'd_last_90_days', name: t('Last 90 days') },
  { token: 'd_last_12_months', name: t('Last 12 months') },
  { token: 'd_last_2_years', name: t('Last 2 years') },
  { token: 'd_last_3_years', name: t('Last 3 years') },
  { token: 'd_last_10_years', name: t('Last 10 years') },
]

/** Supported in stored values, but not offered. */
const hours: readonly DynamicName[] = [
  { token: 'd_last_hour', name: t('Last hour') },
  { token: 'd_last_8_hours', name: t('Last 8 hours') },
  { token: 'd_last_24_hours', name: t('Last 24 hours') },
]

/** The menu of a type; empty for types without dates. */
export function offeredDynamicNames(type: string): readonly DynamicName[] {
  if (isDateType(type)) return dates
  if (!isDateRangeType(type)) return []
  return type === 'date-range' ? ranges : [...days, ...ranges]
}

/** Whether the value is a token that this type supports. */
export function isDynamicToken(type: string, value: unknown): value is string {
  return dynamicName(type, value) !== null
}

/** The label of a token; null if this type does not have it. */
export function dynamicName(type: string, value: unknown): string | null {
  const known = isDateType(type) ? dates : isDateRangeType(type) ? [...days, ...ranges, ...hours] : []
  return known.find(({ token }) => token === value)?.name ?? null
}
