import { describe, expect, it } from 'vitest'
import { visibleColumns } from '../parts/columns/column-options.ts'
import { resultOf } from '../parts/columns/column-samples.ts'
import { sampleSettings } from '../sample-settings.ts'
import { normalizeTable, tableToStored } from './table-options.ts'

const result = resultOf([
  ['id', 'integer'],
  ['price', 'float'],
  ['active', 'boolean'],
  ['day', 'date'],
  ['at', 'datetime'],
  ['Region name::filter', 'string'],
  ['doc', null],
])
const orderOf = (stored: Record<string, unknown>) =>
  normalizeTable(stored, result, sampleSettings).columns.map(({ name }) => name)

describe('normalizeTable', () => {
  it('derives columns from the result', () => {
    const { columns, itemsPerPage, paginationSize } = normalizeTable({}, result, sampleSettings)
    expect({ itemsPerPage, paginationSize }).toEqual({ itemsPerPage: 25, paginationSize: 'default' })
    expect(columns.map(({ displayAs, alignContent }) => [displayAs, alignContent])).toEqual([
      ['number', 'right'],
      ['number', 'right'],
      ['boolean', 'right'],
      ['datetime', 'right'],
      ['datetime', 'right'],
      ['string', 'left'],
      ['string', 'left'],
    ])
    expect(columns.map(({ numberFormat, dateTimeFormat }) => numberFormat ?? dateTimeFormat)).toEqual([
      '0,0',
      '0,0.00',
      undefined,
      'DD/MM/YY',
      'DD/MM/YY HH:mm',
      undefined,
      undefined,
    ])
    expect(columns[5]).toMatchObject({
      name: 'Region name::filter',
      title: 'Region name',
      order: 100_005,
      visible: true,
      description: '',
      allowSearch: false,
      allowHTML: false,
      highlightLinks: false,
      nullValue: 'null',
      booleanValues: ['false', 'true'],
      imageUrlTemplate: '{{ @ }}',
      imageWidth: '',
      linkTitleTemplate: '{{ @ }}',
      linkOpenInNewTab: true,
    })
  })

  it('overlays stored fields by name, ignores columns that are gone, keeps unknown keys', () => {
    const { columns } = normalizeTable(
      {
        columns: [
          { name: 'gone', title: 'Gone' },
          { name: 'price', title: 'Price', displayAs: 'string', numberFormat: '0.0', leaked: 1 },
        ],
      },
      result,
      sampleSettings,
    )
    expect(columns).toHaveLength(7)
    expect(columns[1]).toMatchObject({ title: 'Price', displayAs: 'string', numberFormat: '0.0', leaked: 1 })
  })

  it('uses the sequence of the query while the stored one agrees with it', () => {
    const columns = [
      { name: 'id', order: 5 },
      { name: 'gone', order: 0 },
      { name: 'at', order: 1 },
    ]
    expect(orderOf({ columns })).toEqual(result.columns.map(({ name }) => name))
  })

  it('uses the stored sequence when columns were moved; new columns go last', () => {
    const columns = [{ name: 'at' }, { name: 'gone' }, { name: 'id', order: -7 }, { name: 'price' }]
    const normalized = normalizeTable({ columns }, result, sampleSettings).columns
    expect(normalized.map(({ name }) => name)).toEqual([
      'at',
      'id',
      'price',
      'active',
      'day',
      'Region name::filter',
      'doc',
    ])
    expect(normalized.slice(0, 4).map(({ order }) => order)).toEqual([0, 2, 3, 100_002])
  })

  it('is idempotent', () => {
    const once = normalizeTable({ columns: [{ name: 'at' }, { name: 'id' }] }, result, sampleSettings)
    const twice = normalizeTable(tableToStored(once), result, sampleSettings)
    expect(twice.columns.map(({ name }) => name)).toEqual(once.columns.map(({ name }) => name))
  })

  it('survives stored options of any shape', () => {
    for (const columns of [null, 'x', [null, 5, {}, { name: 7 }], { a: 1 }]) {
      expect(normalizeTable({ columns, itemsPerPage: -3 }, result, sampleSettings)).toMatchObject({
        itemsPerPage: 25,
      })
    }
    const odd = {
      name: 'id',
      title: 5,
      visible: 'yes',
      alignContent: 'diagonal',
      booleanValues: 'x',
      imageWidth: 40,
    }
    expect(normalizeTable({ columns: [odd] }, result, sampleSettings).columns[0]).toMatchObject({
      title: 'id',
      visible: true,
      alignContent: 'right',
      booleanValues: ['false', 'true'],
      imageWidth: '40',
    })
  })

  it('limits the rows per page', () => {
    const sizeOf = (itemsPerPage: unknown) =>
      normalizeTable({ itemsPerPage }, result, sampleSettings).itemsPerPage
    expect([sizeOf(500), sizeOf('50'), sizeOf(1e9), sizeOf(2.5), sizeOf(null), sizeOf('many')]).toEqual([
      500, 50, 1000, 25, 25, 25,
    ])
  })

  it('stores everything but the size of the pager', () => {
    const stored = tableToStored(normalizeTable({ paginationSize: 'small' }, result, sampleSettings))
    expect(stored).not.toHaveProperty('paginationSize')
    expect(stored).toMatchObject({ itemsPerPage: 25 })
    expect(stored.columns).toHaveLength(7)
  })

  it('shows visible columns', () => {
    const options = normalizeTable({ columns: [{ name: 'id', visible: false }] }, result, sampleSettings)
    expect(visibleColumns(options).map(({ name }) => name)).not.toContain('id')
  })
})
