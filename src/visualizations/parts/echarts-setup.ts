import { registerLocale } from 'echarts/core'
import english from 'echarts/lib/i18n/langEN.js'
import LRU from 'zrender/lib/core/LRU.js'
import { monthNames, weekdayNames } from '#shared/format/calendar-names.ts'
import { locale } from '#shared/messages/translate.ts'

let isPatched = false

/**
 * Prevents prototype pollution. ECharts caches the widths of texts in a plain object. A text such as `__proto__`, which
 * data may contain, would find an inherited property there, and ECharts would write to it (`Object.prototype.next`). A
 * prefix on each key avoids that. Call it before drawing.
 */
export function guardTextCache(): void {
  if (isPatched) return
  isPatched = true
  const { get, put } = LRU.prototype
  LRU.prototype.get = function (key) {
    return get.call(this, `:${key}`)
  }
  LRU.prototype.put = function (key, value) {
    return put.call(this, `:${key}`, value)
  }
}

/** Registers the translated names of months and weekdays, which time axes show, and returns the name of the locale. */
export function registerDateNames(): string {
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
