import { describe, expect, it } from 'vitest'
import { resultOfRows } from '../gallery-case.ts'
import { sampleSettings } from '../sample-settings.ts'
import { describeVisualization } from '../visualization-suite.ts'
import { suggestWords } from './suggest-words.ts'
import { type CloudWord, maxWords, wordCloudModel } from './word-cloud-model.ts'
import { normalizeWordCloud } from './word-cloud-options.ts'

await describeVisualization('WORD_CLOUD', import.meta.url)

type Cells = Readonly<Record<string, unknown>>

function modelOf(rows: readonly Cells[], stored: Record<string, unknown>) {
  return wordCloudModel(resultOfRows(rows), normalizeWordCloud(stored), sampleSettings)
}

function wordsOf(rows: readonly Cells[], stored: Record<string, unknown>): readonly CloudWord[] {
  const model = modelOf(rows, stored)
  if (model.kind !== 'words') throw new Error(model.text)
  return model.words
}

const messageOf = (rows: readonly Cells[], stored: Record<string, unknown>) => {
  const model = modelOf(rows, stored)
  return model.kind === 'message' ? model.text : ''
}

const counts = (words: readonly CloudWord[]) => words.map(({ text, count }) => `${text} ${count}`)

describe('words of a cloud', () => {
  it('are split at each white space, case-sensitive, without stop words', () => {
    const words = wordsOf([{ t: 'the The\tthe\nend' }, { t: null }], { column: 't' })
    expect(counts(words)).toEqual(['the 2', 'The 1', 'end 1'])
  })

  it('are never empty', () => {
    expect(counts(wordsOf([{ t: ' a  b ' }], { column: 't' }))).toEqual(['a 1', 'b 1'])
  })

  it('are whole cells with a frequency column, whose last row counts', () => {
    const rows = [
      { w: 'new york', n: 5 },
      { w: 'rome', n: '3 times' },
      { w: 'rome', n: '4.5' },
      { w: 'rome', n: 'none' },
      { w: 'nowhere', n: 0 },
      { w: 'below', n: -1 },
    ]
    expect(counts(wordsOf(rows, { column: 'w', frequenciesColumn: 'n' }))).toEqual(['new york 5', 'rome 4.5'])
  })

  it('are sorted by count, then by length', () => {
    expect(counts(wordsOf([{ t: 'a bb ccc bb dd' }], { column: 't' }))).toEqual([
      'bb 2',
      'ccc 1',
      'dd 1',
      'a 1',
    ])
  })

  it('have sizes from 10 to 100, colours by rank, and every second one is turned', () => {
    const rows = [
      { w: 'one', n: 1 },
      { w: 'two', n: 2 },
      { w: 'five', n: 5 },
    ]
    expect(wordsOf(rows, { column: 'w', frequenciesColumn: 'n' })).toEqual([
      { text: 'five', count: 5, size: 100, color: '#1f77b4', angle: 0 },
      { text: 'two', count: 2, size: 32.5, color: '#aec7e8', angle: 90 },
      { text: 'one', count: 1, size: 10, color: '#ff7f0e', angle: 0 },
    ])
  })

  it('are of size 10 when all are equally frequent', () => {
    expect(wordsOf([{ t: 'a b' }], { column: 't' }).map(({ size }) => size)).toEqual([10, 10])
  })

  it('keep size, colour and angle when limits leave others out; limits are inclusive', () => {
    const rows = [{ t: 'aaaa aaaa aaaa bbb bbb cc' }]
    const words = wordsOf(rows, {
      column: 't',
      wordLengthLimit: { min: 2, max: 3 },
      wordCountLimit: { min: 1, max: 2 },
    })
    expect(words).toEqual([
      { text: 'bbb', count: 2, size: 55, color: '#aec7e8', angle: 90 },
      { text: 'cc', count: 1, size: 10, color: '#ff7f0e', angle: 0 },
    ])
  })

  it.each([0, null, undefined, '3', Number.NaN])('have no limit of %s', (min) => {
    const words = wordsOf([{ t: 'a bb' }], { column: 't', wordLengthLimit: { min, max: min } })
    expect(words).toHaveLength(2)
  })

  it('are laid out up to a number, the most frequent ones, and that is said', () => {
    const rows = Array.from({ length: maxWords + 1 }, (_, n) => ({ w: `w${n}`, n: n + 1 }))
    const model = modelOf(rows, { column: 'w', frequenciesColumn: 'n' })
    expect(model).toMatchObject({ notes: ['Showing the 500 most frequent of 501 words.'] })
    expect(model.kind === 'words' && counts(model.words).at(-1)).toBe('w1 2')
  })

  it('say what is missing', () => {
    expect(messageOf([{ t: 'a' }], {})).toBe('Choose the column with the words in the visualization editor.')
    expect(messageOf([{ t: 'a' }], { column: 'gone' })).toMatch(/no column gone/)
    expect(messageOf([{ t: null }], { column: 't' })).toMatch(/has no words/)
    expect(messageOf([{ t: 'a', n: 0 }], { column: 't', frequenciesColumn: 'n' })).toMatch(
      /a number above 0 in n/,
    )
    expect(messageOf([{ t: 'a' }], { column: 't', wordLengthLimit: { min: 2, max: null } })).toBe(
      'No word is within the limits.',
    )
  })
})

describe('a new word cloud', () => {
  it('starts with the first column of text', () => {
    expect(suggestWords(resultOfRows([{ id: 1, title: 'x', city: 'y' }]))).toEqual({
      column: 'title',
      frequenciesColumn: '',
    })
  })
  it('knows words that were counted already', () => {
    expect(suggestWords(resultOfRows([{ word: 'x', count: 3 }]))).toEqual({
      column: 'word',
      frequenciesColumn: 'count',
    })
  })
  it('suggests nothing without text', () => {
    expect(suggestWords(resultOfRows([{ id: 1 }]))).toEqual({})
  })
})
