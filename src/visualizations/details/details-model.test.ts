import { describe, expect, it } from 'vitest'
import { resultOf } from '../parts/columns/column-samples.ts'
import { sampleSettings } from '../sample-settings.ts'
import { detailsModel } from './details-model.ts'
import { detailsToStored, normalizeDetails } from './details-options.ts'

const data = resultOf(
  [
    ['id', 'integer'],
    ['name::filter', 'string'],
    ['at', 'date'],
  ],
  [
    [1, 'Ada', '2024-03-05'],
    [1000, null, null],
    [3, '', '2024-12-31'],
  ],
)
const optionsOf = (stored: Record<string, unknown>) => normalizeDetails(stored, data, sampleSettings)
const model = (stored: Record<string, unknown> = {}, row = 0, rows = data.rows) =>
  detailsModel({ ...data, rows }, optionsOf(stored), sampleSettings, row)

describe('details', () => {
  it('show one row: titles and values, all at the left', () => {
    expect(model()).toEqual({
      row: 0,
      rows: 3,
      fields: [
        {
          name: 'id',
          label: 'id',
          kind: 'number',
          align: 'left',
          content: { kind: 'text', text: '1' },
        },
        {
          name: 'name::filter',
          label: 'name',
          kind: 'string',
          align: 'left',
          content: { kind: 'text', text: 'Ada' },
        },
        {
          name: 'at',
          label: 'at',
          kind: 'datetime',
          align: 'left',
          content: { kind: 'text', text: '05/03/24', title: '2024-03-05' },
        },
      ],
    })
  })

  it('show the row that is asked for', () => {
    const texts = (row: number) => model({}, row)?.fields.map(({ content }) => content)
    expect(texts(1)).toEqual([
      { kind: 'text', text: '1,000' },
      { kind: 'null', text: 'null' },
      { kind: 'null', text: 'null' },
    ])
    expect(texts(2)?.[1]).toEqual({ kind: 'text', text: '' })
  })

  it('stay inside of rows that became fewer', () => {
    expect(model({}, 7)?.row).toBe(2)
    expect(model({}, 2, data.rows.slice(0, 1))).toMatchObject({ row: 0, rows: 1 })
    expect(model({}, -4)?.row).toBe(0)
    expect(model({}, Number.NaN)?.row).toBe(0)
    expect(model({}, 2, [])).toBeNull()
  })

  it('call a column by its name when its title is empty', () => {
    const columns = [{ name: 'id', title: ' ' }, { name: 'name::filter', title: '' }, { name: 'at' }]
    expect(model({ columns })?.fields.map(({ label }) => label)).toEqual(['id', 'name::filter', 'at'])
  })

  it('show visible columns in their order with what explains them', () => {
    const columns = [
      { name: 'at', description: 'The day' },
      { name: 'id', visible: false },
    ]
    expect(model({ columns })?.fields.map(({ name, description }) => [name, description])).toEqual([
      ['at', 'The day'],
      ['name::filter', undefined],
    ])
  })

  it('are stored with all of their columns, which say nothing of a search', () => {
    const stored = detailsToStored(
      optionsOf({ fromElsewhere: 1, columns: [{ name: 'at', allowSearch: true }] }),
    )
    expect(stored).toMatchObject({ fromElsewhere: 1 })
    expect(stored.columns).toHaveLength(3)
    expect((stored.columns as Record<string, unknown>[]).map((column) => 'allowSearch' in column)).toEqual([
      false,
      false,
      true,
    ])
  })
})
