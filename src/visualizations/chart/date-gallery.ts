import type { GalleryCase } from '../gallery-case.ts'
import type { Row } from '../visualization.ts'

const day = (row: Row) => String(row['date']).slice(0, 10)

function rainIn(from: string, to: string, unit: 7 | 10): GalleryCase['data'] {
  return (sets) => {
    const { rows } = sets.get('weather')
    const sums = new Map<string, number>()
    for (const row of rows) {
      const date = day(row)
      if (date < from || date > to) continue
      const key = unit === 7 ? `${date.slice(0, 7)}-01` : date
      sums.set(key, (sums.get(key) ?? 0) + Number(row['precipitation']))
    }
    return {
      columns: [
        { name: 'date', friendly_name: 'date', type: 'date' },
        { name: 'rain', friendly_name: 'rain', type: 'float' },
      ],
      rows: [...sums].map(([date, rain]) => ({ date, rain: Math.round(rain * 10) / 10 })),
    }
  }
}

const rain = { columnMapping: { date: 'x', rain: 'y' }, legend: { enabled: false }, color_scheme: 'Sextant' }
const categories = { ...rain, xAxis: { type: 'category', labels: { enabled: true } } }

/** Dates on axes: as categories and as instants. */
export const gallery: readonly GalleryCase[] = [
  {
    title: 'Rain of 61 days as categories',
    type: 'CHART',
    options: { ...categories, globalSeriesType: 'column' },
    data: rainIn('2012-11-15', '2013-01-14', 10),
  },
  {
    title: 'Rain of 48 months as categories',
    type: 'CHART',
    options: {
      ...categories,
      globalSeriesType: 'column',
      xAxis: { type: 'category', title: { text: 'Month' } },
    },
    data: rainIn('2012-01-01', '2015-12-31', 7),
  },
  {
    title: 'Rain of 61 days as categories in a narrow picture',
    type: 'CHART',
    options: { ...categories, globalSeriesType: 'column' },
    data: rainIn('2012-11-15', '2013-01-14', 10),
    width: 240,
    height: 220,
  },
  {
    title: 'Rain of 61 days on a time axis',
    type: 'CHART',
    options: { ...rain, globalSeriesType: 'line' },
    data: rainIn('2012-11-15', '2013-01-14', 10),
  },
  {
    title: 'Rain of 14 months on a time axis',
    type: 'CHART',
    options: { ...rain, globalSeriesType: 'column', xAxis: { type: '-', title: { text: 'Month' } } },
    data: rainIn('2012-11-01', '2013-12-31', 7),
  },
  {
    title: 'Rain of five days on a time axis',
    type: 'CHART',
    options: { ...rain, globalSeriesType: 'area' },
    data: rainIn('2012-11-15', '2012-11-19', 10),
    width: 320,
    height: 220,
  },
]
