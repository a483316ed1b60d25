import { describe, expect, it } from 'vitest'
import { sampleSettings } from '../../sample-settings.ts'
import { defaultDetailsColumn, mergeColumns, storedColumns, type TableColumn } from './column-options.ts'
import { resultOf } from './column-samples.ts'

const { columns: result } = resultOf([
  ['a', 'integer'],
  ['b', 'string'],
  ['c', 'datetime'],
  ['d', 'float'],
])
const merged = (stored: unknown) => mergeColumns(result, stored, sampleSettings)
const orders = (columns: readonly TableColumn[]) => columns.map(({ name, order }) => `${name} ${order}`)
const first = (stored: Record<string, unknown>) => merged([{ name: 'a', ...stored }])[0]

describe('merging stored columns', () => {
  it('keeps the order of the query while the stored columns have the same sequence, ignoring stored `order` values', () => {
    const stored = [
      { name: 'a', order: 9 },
      { name: 'gone', order: 3 },
      { name: 'c', order: 0 },
    ]
    expect(orders(merged(stored))).toEqual(['a 100000', 'b 100001', 'c 100002', 'd 100003'])
  })

  it('uses positions in the stored list when the user moved columns; new ones go last', () => {
    const stored = [{ name: 'c', order: 100_000 }, { name: 'gone' }, { name: 'a' }]
    expect(orders(merged(stored))).toEqual(['c 0', 'a 2', 'b 100001', 'd 100003'])
  })

  it('renumbers the sequence of the user on saving, so that saving twice changes nothing', () => {
    const saved = storedColumns(merged([{ name: 'c' }, { name: 'gone' }, { name: 'a' }]))
    expect(orders(saved)).toEqual(['c 0', 'a 1', 'b 2', 'd 3'])
    expect(storedColumns(merged(saved))).toEqual(saved)
    expect(storedColumns(merged([]))).toEqual(merged([]))
  })

  it('keeps unknown keys of other editors', () => {
    expect(first({ numberFormat: '0.0', dateTimeFormat: 'YYYY', leaked: { x: 1 } })).toMatchObject({
      numberFormat: '0.0',
      dateTimeFormat: 'YYYY',
      leaked: { x: 1 },
    })
    expect(
      Object.keys(merged([JSON.parse('{"name":"a","__proto__":{"visible":false}}')])[0] ?? {}),
    ).not.toContain('__proto__')
  })

  it('takes the type from the result, because the column may have changed', () => {
    expect(first({ type: 'string', displayAs: 'string' })).toMatchObject({
      type: 'integer',
      displayAs: 'string',
      numberFormat: '0,0',
    })
  })

  it('converts convertible values and ignores the others', () => {
    expect(first({ numberFormat: null })).toMatchObject({ numberFormat: '' })
    expect(first({ visible: 0, allowSearch: 1, linkOpenInNewTab: null })).toMatchObject({
      visible: false,
      allowSearch: true,
      linkOpenInNewTab: false,
    })
    expect(first({ imageWidth: 40, imageHeight: '{{ h }}' })).toMatchObject({
      imageWidth: '40',
      imageHeight: '{{ h }}',
    })
    expect(first({ booleanValues: [0, 'yes', { toString: 1 }] })).toMatchObject({
      booleanValues: ['0', 'yes', ''],
    })
    const odd = first({ title: {}, description: [], booleanValues: 'yes', alignContent: 'up', displayAs: 5 })
    expect(odd).toEqual(merged([])[0])
  })

  it.each([null, 'x', 5, {}, [null, 5, 'a', {}, { name: 7 }, ['a']]])('survives %j', (stored) => {
    expect(merged(stored)).toEqual(merged(undefined))
  })

  it('uses the last of two stored columns with the same name', () => {
    expect(
      merged([
        { name: 'a', title: 'One' },
        { name: 'a', title: 'Two' },
      ])[0]?.title,
    ).toBe('Two')
  })

  it('aligns every value of details to the left', () => {
    const details = mergeColumns(
      result,
      [{ name: 'd', alignContent: 'right' }],
      sampleSettings,
      defaultDetailsColumn,
    )
    expect(details.map(({ alignContent }) => alignContent)).toEqual(['left', 'left', 'left', 'right'])
  })
})
