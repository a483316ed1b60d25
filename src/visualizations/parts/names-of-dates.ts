import { registerLocale } from 'echarts/core'
import english from 'echarts/lib/i18n/langEN.js'
import { monthNames, weekdayNames } from '#shared/format/calendar-names.ts'
import { locale } from '#shared/messages/translate.ts'

/** The name of the language for ECharts, whose ticks of times name months. */
export function namesOfDates(): string {
  if (locale === 'en') return 'EN'
  const time = {
    month: [...monthNames('long')],
    monthAbbr: [...monthNames('short')],
    dayOfWeek: [...weekdayNames('long')],
    dayOfWeekAbbr: [...weekdayNames('short')],
  }
  registerLocale(locale, { ...english, time })
  return locale
}
