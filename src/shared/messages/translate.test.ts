import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => vi.resetModules())
afterEach(() => {
  globalThis.sextantMessages = undefined
  // other files share the modules
  vi.resetModules()
})

const load = async () => import('./translate.ts')

it('shows the English text where there is no catalogue', async () => {
  const { t, plural } = await load()
  expect(t('Save')).toBe('Save')
  expect(t('Page {page} of {pages}', { page: 2, pages: '10' })).toBe('Page 2 of 10')
  expect(t('{a} {toString} {b}', { a: '{b}', b: '$&' })).toBe('{b} {toString} $&')
  expect(plural(1, { one: '{count} row', other: '{count} rows' })).toBe('1 row')
  expect(plural(0, { one: '{count} row', other: '{count} rows' })).toBe('0 rows')
})

it('takes texts and plural forms from the catalogue, and what it lacks from the code', async () => {
  globalThis.sextantMessages = {
    locale: 'pl',
    messages: {
      Save: 'Zapisz',
      'by {name}': '{name} napisał',
      '{count} rows': { one: '{count} wiersz', few: '{count} wiersze', many: '{count} wierszy' },
    },
  }
  const { t, plural } = await load()
  expect(t('Save')).toBe('Zapisz')
  expect(t('by {name}', { name: 'Ann' })).toBe('Ann napisał')
  expect(t('Close')).toBe('Close')
  const rows = (count: number) => plural(count, { one: '{count} row', other: '{count} rows' })
  expect([rows(1), rows(3), rows(5)]).toEqual(['1 wiersz', '3 wiersze', '5 wierszy'])
})
