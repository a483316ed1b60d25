import { expect, it } from 'vitest'
import { similarWords } from './similar-words.ts'

it.each([
  ['Custmer revnue', ['custmer', 'revnue']],
  ['public.ordres', ['public', 'ordres']],
  ['a of é', []],
  ['  ', []],
  ['"exact words"', []],
  ['zebra -sales', []],
  ['zebra (report)', []],
  ['same same', ['same']],
  ['one two three four five six seven', ['one', 'two', 'three', 'four', 'five', 'six']],
])('%s: %j', (term, words) => {
  expect(similarWords(term)).toEqual(words)
})
