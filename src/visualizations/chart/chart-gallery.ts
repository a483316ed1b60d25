import type { GalleryCase } from '../gallery-case.ts'

export const gallery: readonly GalleryCase[] = [
  {
    title: 'Prices of five stocks',
    type: 'CHART',
    options: {
      globalSeriesType: 'line',
      columnMapping: { date: 'x', price: 'y', symbol: 'series' },
      yAxis: [{ title: { text: 'Price' } }],
    },
    data: (sets) => sets.get('stocks'),
  },
]
