import { type GalleryCase, resultOfRows } from '../gallery-case.ts'

export const gallery: readonly GalleryCase[] = [
  {
    title: 'Yields of barley by site and year',
    type: 'PIVOT',
    options: { rows: ['site'], cols: ['year'], aggregatorName: 'Average', vals: ['yield'] },
    data: (sets) => sets.get('barley'),
    height: 480,
  },
  {
    title: 'Weather of Seattle as a heatmap',
    type: 'PIVOT',
    options: {
      rows: ['year'],
      cols: ['weather'],
      aggregatorName: 'Count',
      rendererName: 'Table Heatmap',
      rowOrder: 'key_a_to_z',
      colOrder: 'value_z_to_a',
      controls: { enabled: true },
    },
    data: (sets) => {
      const { rows } = sets.get('weather')
      return resultOfRows(rows.map((row) => ({ ...row, year: String(row.date).slice(0, 4) })))
    },
  },
  {
    title: 'Cars by origin, cylinders and year',
    type: 'PIVOT',
    options: {
      rows: ['Origin', 'Cylinders'],
      cols: ['Year', 'Powerful'],
      aggregatorName: 'Average',
      vals: ['Miles_per_Gallon'],
      valueFilter: { Cylinders: { 3: true, 5: true } },
      hiddenFromDragDrop: ['Name'],
    },
    data: (sets) => {
      const { rows } = sets.get('cars')
      return resultOfRows(
        rows.map((row) => ({
          ...row,
          Year: String(row.Year).slice(0, 4),
          Powerful: Number(row.Horsepower) >= 100,
        })),
      )
    },
    width: 900,
    height: 560,
  },
  {
    title: 'Harvest of each variety',
    type: 'PIVOT',
    options: {
      rows: ['variety'],
      cols: ['site'],
      aggregatorName: 'Sum',
      vals: ['yield'],
      rendererName: 'Stacked Column Chart',
    },
    data: (sets) => sets.get('barley'),
    height: 520,
  },
  {
    title: 'Penguins of each island',
    type: 'PIVOT',
    options: {
      rows: ['Species'],
      cols: ['Island'],
      aggregatorName: 'Count',
      rendererName: 'Multiple Pie Chart',
      controls: { enabled: true },
    },
    data: (sets) => sets.get('penguins'),
  },
  {
    title: 'Flights, 100,000 rows',
    type: 'PIVOT',
    options: {
      rows: ['origin', 'flight'],
      cols: ['destination'],
      aggregatorName: 'Sum',
      vals: ['delay'],
    },
    // repeats the 2,000 flights fifty times, with 20,000 flight numbers
    data: (sets) => {
      const { rows } = sets.get('flights')
      return resultOfRows(
        Array.from({ length: 100_000 }, (_, index) => {
          const row = rows[index % rows.length] ?? {}
          return { ...row, flight: `SX ${index % 20_000}` }
        }),
      )
    },
    width: 900,
    height: 560,
  },
  {
    title: 'Pivot of names that hurt',
    type: 'PIVOT',
    options: { rows: ['__proto__'], cols: ['constructor'], aggregatorName: 'Integer Sum', vals: ['n'] },
    data: () => {
      const image = '<img src=x onerror="window.hacked=1">'
      const names: readonly [string, string, number][] = [
        ['__proto__', image, 2],
        ['constructor', '"\'a::b', 3],
        ['', '"\'a::b', 1],
        ['🧭', image, 1],
      ]
      const columns = ['__proto__', 'constructor', 'n'].map((name) => ({
        name,
        friendly_name: name,
        type: name === 'n' ? 'integer' : 'string',
      }))
      return {
        columns,
        rows: names.map(([first, second, n]) =>
          Object.fromEntries([
            ['__proto__', first] as const,
            ['constructor', second] as const,
            ['n', n] as const,
          ]),
        ),
      }
    },
  },
]
