import { describe, expect, it } from 'vitest'
import { parameter } from '#web/dashboards/widgets/planned-runner.ts'
import type { DropdownSource } from '#web/parameters/dropdown-source.ts'
import { valueLines } from './value-lines.ts'

const formats = { dateFormat: 'DD.MM.YYYY', dateTimeFormat: 'DD.MM.YYYY HH:mm' }
const dropdowns: DropdownSource = {
  key: 'test',
  async search(_, { values = [] }) {
    const names: Record<string, string> = { ATL: 'Atlanta', ORD: 'Chicago' }
    const selected = values.flatMap((value) => {
      const name = names[String(value)]
      return name === undefined ? [] : [{ name, value }]
    })
    return { options: [], count: 0, selected, depends_on: [] }
  },
}
const unreadable: DropdownSource = { key: 'none', search: () => Promise.reject(new Error('gone')) }
const linesOf = (...parameters: ReturnType<typeof parameter>[]) =>
  valueLines({ parameters, filters: [], formats, dropdowns })

describe('the values of parameters', () => {
  it('are named as their controls show them', async () => {
    expect(
      await linesOf(
        parameter('carrier', 'AA', { title: 'Carrier' }),
        parameter('since', '2001-02-03', { type: 'date' }),
        parameter('during', { start: '2001-01-01', end: '2001-03-31' }, { type: 'date-range' }),
        parameter('lately', 'd_last_7_days', { type: 'date-range' }),
        parameter('nothing', null),
      ),
    ).toEqual([
      'Carrier: AA · Since: 03.02.2001 · During: 01.01.2001 – 31.03.2001 · Lately: Last 7 days · Nothing: –',
    ])
  })

  it('of lists have the names of their options, or the values where the list cannot be read', async () => {
    const airports = parameter('airport', ['ATL', 'XYZ'], { type: 'query', queryId: 4 })
    expect(await linesOf(airports)).toEqual(['Airport: Atlanta, XYZ'])
    const lines = await valueLines({
      parameters: [airports],
      filters: [],
      formats,
      dropdowns: unreadable,
    })
    expect(lines).toEqual(['Airport: ATL, XYZ'])
  })

  it('are counted from the eleventh on', async () => {
    const many = parameter(
      'n',
      Array.from({ length: 14 }, (_, n) => String(n)),
      { type: 'enum' },
    )
    expect(await linesOf(many)).toEqual(['N: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 4 more'])
  })
})

it('filters are named where they leave something out', async () => {
  const column = { name: 'day::filter', friendly_name: 'day', type: 'date' }
  const filter = { name: 'day::filter', friendlyName: 'Day', column, values: ['2001-01-01', '2001-01-02'] }
  const lines = (multiple: boolean, current: unknown) =>
    valueLines({ parameters: [], filters: [{ ...filter, multiple, current }], formats, dropdowns })
  expect(await lines(false, '2001-01-02')).toEqual(['Day: 02.01.2001'])
  expect(await lines(true, filter.values)).toEqual([])
  expect(await lines(true, ['2001-01-01'])).toEqual(['Day: 01.01.2001'])
})
