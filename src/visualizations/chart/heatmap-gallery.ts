import { type GalleryCase, resultOfRows } from '../gallery-case.ts'
import type { Row } from '../visualization.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The mean of a number for each pair of two texts, in the order of first appearance. */
function means(
  rows: readonly Row[],
  keysOf: (row: Row) => readonly [string, string],
  numberOf: (row: Row) => number,
) {
  const groups = new Map<string, { x: string; y: string; sum: number; count: number }>()
  for (const row of rows) {
    const [x, y] = keysOf(row)
    const group = groups.get(`${x}\n${y}`) ?? { x, y, sum: 0, count: 0 }
    groups.set(`${x}\n${y}`, { ...group, sum: group.sum + numberOf(row), count: group.count + 1 })
  }
  return resultOfRows(
    [...groups.values()].map(({ x, y, sum, count }) => ({ x, y, mean: Math.round((sum / count) * 10) / 10 })),
  )
}

const mapped = { globalSeriesType: 'heatmap', columnMapping: { x: 'x', y: 'y', mean: 'zVal' } }

export const gallery: readonly GalleryCase[] = [
  {
    title: 'Warmest hours of Seattle by month and year',
    type: 'CHART',
    options: {
      ...mapped,
      sortX: false,
      sortY: true,
      colorScheme: 'YlOrRd',
      showDataLabels: true,
      numberFormat: '0.0',
      xAxis: { title: { text: 'Month' } },
    },
    data: (sets) =>
      means(
        sets.get('weather').rows,
        ({ date }) => [months[Number(String(date).slice(5, 7)) - 1] ?? '', String(date).slice(0, 4)],
        (row) => Number(row['temp_max']),
      ),
  },
  {
    title: 'Yield of barley by site and variety',
    type: 'CHART',
    options: { ...mapped, yAxis: [{ title: { text: 'Variety' } }], sortY: true, reverseY: true },
    data: (sets) =>
      means(
        sets.get('barley').rows,
        (row) => [String(row['site']), String(row['variety'])],
        (row) => Number(row['yield']),
      ),
  },
  {
    title: 'Change of prices in each year',
    type: 'CHART',
    options: {
      globalSeriesType: 'heatmap',
      columnMapping: { year: 'x', symbol: 'y', change: 'zVal' },
      colorScheme: 'Custom...',
      heatMinColor: '#F7F7F7',
      heatMaxColor: '#2166AC',
      xAxis: { tickFormat: '%Y' },
      showDataLabels: true,
      numberFormat: '+0%',
    },
    data: (sets) => {
      const years = new Map<string, { year: string; symbol: unknown; first: number; last: number }>()
      for (const { symbol, date, price } of sets.get('stocks').rows) {
        const year = `${String(date).slice(0, 4)}-01-01`
        const known = years.get(`${symbol} ${year}`)
        years.set(`${symbol} ${year}`, {
          year,
          symbol,
          first: known?.first ?? Number(price),
          last: Number(price),
        })
      }
      return resultOfRows(
        [...years.values()].map(({ year, symbol, first, last }) => {
          return { year, symbol, change: (last / first - 1) * 100 }
        }),
      )
    },
  },
  {
    title: 'A narrow heatmap with a legend below',
    type: 'CHART',
    options: { ...mapped, colorScheme: 'Viridis', showDataLabels: true },
    data: () =>
      resultOfRows(
        ['north', 'south', 'a region with a long name'].flatMap((y, line) =>
          [1, 2, 3, 4].map((x) => ({ x, y, mean: (x - 3) * (line + 1) * 250 })),
        ),
      ),
    width: 340,
    height: 320,
  },
  {
    title: 'A heatmap without its colors',
    type: 'CHART',
    options: { globalSeriesType: 'heatmap', columnMapping: { x: 'x', y: 'y' } },
    data: () => resultOfRows([{ x: 1, y: 2, mean: 3 }]),
  },
]
