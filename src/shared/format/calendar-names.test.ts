import { afterEach, describe, expect, it, vi } from 'vitest'

/** The page loads its catalogue before its modules, so each test loads the modules again. */
async function inLanguage(locale: string | null) {
  vi.resetModules()
  globalThis.sextantMessages = locale === null ? undefined : { locale, messages: {} }
  return {
    ...(await import('./calendar-names.ts')),
    ...(await import('./dates.ts')),
    ...(await import('./listed.ts')),
  }
}

afterEach(() => {
  globalThis.sextantMessages = undefined
  // other files share the modules
  vi.resetModules()
})

describe('names of months and weekdays', () => {
  it('are English without a catalogue', async () => {
    const { monthNames, weekdayNames } = await inLanguage(null)
    expect(monthNames('long')).toEqual([
      ...['January', 'February', 'March', 'April', 'May', 'June'],
      ...['July', 'August', 'September', 'October', 'November', 'December'],
    ])
    expect(monthNames('short')[8]).toBe('Sep')
    expect(weekdayNames('long')).toEqual([
      ...['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    ])
    expect(weekdayNames('short')[0]).toBe('Sun')
  })

  it('are those of the language of the page', async () => {
    const { monthNames, weekdayNames, formatDateTime, listed } = await inLanguage('de')
    expect(monthNames('long')[2]).toBe('März')
    expect(weekdayNames('long')[2]).toBe('Dienstag')
    expect(formatDateTime('2024-03-05', 'dddd, D. MMMM YYYY')).toBe('Dienstag, 5. März 2024')
    // the organization's format does not change
    expect(formatDateTime('2024-03-05T09:07:00Z', 'YYYY-MM-DD HH:mm')).toBe('2024-03-05 09:07')
    expect(listed(['a', 'b', 'c'])).toBe('a, b und c')
  })
})
