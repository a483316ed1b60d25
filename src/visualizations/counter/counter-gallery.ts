import { type GalleryCase, resultOfRows } from '../gallery-case.ts'
import type { VisualizationData } from '../visualization.ts'

/** The percentage of flights at most 15 minutes late, and a target. */
function punctuality({ rows }: VisualizationData): VisualizationData {
  const delays = rows.map((row) => row.delay).filter((delay) => typeof delay === 'number')
  const punctual = delays.filter((delay) => delay <= 15).length
  return resultOfRows([{ punctual: (punctual / delays.length) * 100, wanted: 90 }])
}

/** Prices of one company, by month. */
function prices({ rows }: VisualizationData): VisualizationData {
  return resultOfRows(rows.filter((row) => row.symbol === 'AAPL'))
}

export const gallery: readonly GalleryCase[] = [
  {
    title: 'Number of cars',
    type: 'COUNTER',
    options: { countRow: true, counterLabel: 'cars in the collection' },
    data: (sets) => sets.get('cars'),
    width: 240,
    height: 150,
  },
  {
    title: 'Apple, last price against the first',
    type: 'COUNTER',
    options: {
      counterLabel: 'Apple',
      counterColName: 'price',
      rowNumber: -1,
      targetColName: 'price',
      targetRowNumber: 1,
      stringPrefix: '$',
      stringDecimal: 2,
      formatTargetValue: true,
    },
    data: (sets) => prices(sets.get('stocks')),
  },
  {
    title: 'Flights that were at most a quarter of an hour late',
    type: 'COUNTER',
    options: { counterColName: 'punctual', targetColName: 'wanted', stringDecimal: 1, stringSuffix: ' %' },
    data: (sets) => punctuality(sets.get('flights')),
    width: 320,
    height: 200,
  },
  {
    title: 'Last day of the stocks',
    type: 'COUNTER',
    options: { counterColName: 'date', rowNumber: -1 },
    data: (sets) => sets.get('stocks'),
    width: 320,
    height: 120,
  },
  {
    title: 'A counter of hostile names',
    type: 'COUNTER',
    options: {
      counterLabel: '<img src=x onerror="window.hacked=1">',
      counterColName: '__proto__',
      targetColName: 'constructor',
      stringPrefix: '<script>window.hacked=1</script>',
    },
    data: () => resultOfRows([{ ['__proto__']: 7, constructor: '<svg onload="window.hacked=1">' }]),
    width: 320,
    height: 150,
  },
]
