import { expect, it } from 'vitest'
import { chooseLanguage } from './choose-language.ts'

it.each([
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.5', 'de'],
  ['pt-BR', 'pt-BR'],
  ['pt-br', 'pt-BR'],
  ['fr;q=0.9, de;q=0.8', 'de'],
  ['de;q=0.1, he;q=0.9', 'he'],
  // English comes first: it needs no catalog
  ['en-GB,en;q=0.9,de;q=0.8', null],
  ['fr', null],
  ['pt', null],
  ['de;q=0', null],
  ['*', null],
  ['', null],
  [undefined, null],
  [';;;,,,q=1', null],
  ['../../etc/passwd', null],
])('a reader of %j reads %j', (header, locale) => {
  expect(chooseLanguage(['de', 'he', 'pt-BR'], header)).toBe(locale)
})

it('reads only the beginning of a hostile header', () => {
  expect(chooseLanguage(['de'], `${'x;'.repeat(8000)},de`)).toBe('de')
  expect(chooseLanguage(['de'], `${'fr,'.repeat(5000)}de`)).toBe(null)
  expect(chooseLanguage(['de'], `${'-'.repeat(16_000)}`)).toBe(null)
})
