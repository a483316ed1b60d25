import { describe, expect, it } from 'vitest'
import { type AlertCell, extremeFinder, isNumberText, toAlertCell } from './watched-column.ts'

function extremesOf(cells: readonly AlertCell[]) {
  const finder = extremeFinder()
  for (const cell of cells) if (!finder.add(cell)) break
  return finder.find()
}

describe('extremeFinder', () => {
  it.each<[string, AlertCell[], [string, string]]>([
    ['numbers', ['3', '-1.5', '20'], ['-1.5', '20']],
    ['one number', ['7'], ['7', '7']],
    ['texts that are numbers', [' 3 ', '1e3', '2'], ['2', '1e3']],
    ['booleans as 0 and 1', [true, false, '0.5'], ['0', '1']],
    [
      '64-bit integers that one double stands for',
      ['9007199254740993', '9007199254740992', '9007199254740994'],
      ['9007199254740992', '9007199254740994'],
    ],
    [
      'long decimals',
      ['0.12345678901234567891', '0.12345678901234567890', '0.12345678901234567892'],
      ['0.12345678901234567890', '0.12345678901234567892'],
    ],
    ['numbers beyond doubles', ['1e400', '1e401', '1e399'], ['1e399', '1e401']],
    ['numbers below doubles', ['1e-400', '1e-401'], ['1e-401', '1e-400']],
    ['negative ones beyond doubles', ['-1e400', '-1e401'], ['-1e401', '-1e400']],
  ])('%s', (_, cells, [min, max]) => {
    expect(extremesOf(cells)).toEqual({ kind: 'found', min, max })
  })

  it.each<[string, AlertCell[], string]>([
    ['an empty cell, wherever it stands', ['1', null, '2'], 'empty_cell'],
    ['a text', ['1', 'n/a'], 'not_a_number'],
    ['an empty text', ['1', ''], 'not_a_number'],
    ['a date', ['2026-01-31'], 'not_a_number'],
    ['a list', ['[1,2]'], 'not_a_number'],
    ['whatever comes first', [null, 'n/a'], 'empty_cell'],
    ['nothing at all', [], 'empty_cell'],
  ])('has none for %s', (_, cells, kind) => {
    expect(extremesOf(cells)).toEqual({ kind })
  })

  it('reports when further cells make no difference', () => {
    const finder = extremeFinder()
    expect([finder.add('1'), finder.add(null), finder.add('2')]).toEqual([true, false, false])
  })
})

describe('isNumberText', () => {
  it('accepts decimals with white space around them, and refuses extremely long digit texts', () => {
    expect([' 12.50 ', '-3', '.5', '1E-7'].map(isNumberText)).toEqual([true, true, true, true])
    expect(['', '-', 'NaN', 'Infinity', '0x10', '1_000', '1,5', '9'.repeat(1001)].map(isNumberText)).toEqual(
      Array(8).fill(false),
    )
  })
})

describe('toAlertCell', () => {
  it('keeps texts and booleans, prints numbers, and shows lists and objects as JSON', () => {
    expect([null, undefined, 'x', true, 1.5, [1], { a: null }].map(toAlertCell)).toEqual([
      ...[null, null, 'x', true, '1.5', '[1]', '{"a":null}'],
    ])
  })
})
