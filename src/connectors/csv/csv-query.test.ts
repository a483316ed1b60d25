import { describe, expect, it } from 'vitest'
import { readCsvQuery } from './csv-query.ts'

describe('readCsvQuery', () => {
  it('takes numbers and words without quotes for texts', async () => {
    const query = await readCsvQuery('{url: /, names: [1, true, x], na_values: [0, "-"], usecols: [0, b]}')
    expect([query.names, query.columns]).toEqual([
      ['1', 'true', 'x'],
      [0, 'b'],
    ])
    expect(query.missing.has('0') && query.missing.has('-')).toBe(true)
  })

  it.each([
    ['names: [{toString: 1}]', "'names' must be a text, a number, true or false."],
    ['names: [[a]]', "'names' must be a text, a number, true or false."],
    ['na_values: {toString: 1}', "'na_values' must be a text, a number, true or false."],
    ['usecols: [{toString: 1}]', "'usecols' must be a text, a number, true or false."],
    ['usecols: [1.5]', "'usecols' must be names or whole numbers from 0."],
    ['usecols: [.nan]', "'usecols' must be names or whole numbers from 0."],
    ['usecols: [-1]', "'usecols' must be names or whole numbers from 0."],
    ['quotechar: ab', "'quotechar' must be one character."],
    ['dtype: {a: {toString: 1}}', "'dtype.a' must be a text, a number, true or false."],
  ])('refuses %s', async (option, message) => {
    await expect(readCsvQuery(`url: /\n${option}`)).rejects.toThrow(message)
  })
})
