import { type GalleryCase, resultOfRows } from '../gallery-case.ts'
import type { Row } from '../visualization.ts'

/** A pseudo-random sequence from 0 to 1, the same each time. */
function steps(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

function cloud(count: number): Row[] {
  const next = steps(7)
  return Array.from({ length: count }, () => {
    const [angle, far] = [next() * Math.PI * 2, Math.sqrt(-2 * Math.log(1 - next()))]
    return { width: 50 + far * Math.cos(angle) * 12, height: 200 + far * Math.sin(angle) * 40 }
  })
}

function manyCities(count: number): Row[] {
  return Array.from({ length: count }, (_, city) =>
    [2021, 2022, 2023, 2024].map((year) => ({
      year,
      city: `City number ${city + 1}`,
      people: 100 + ((city * 37) % 90) + (year - 2021) * ((city % 7) - 3),
    })),
  ).flat()
}

const hostileNames = [
  '__proto__',
  'constructor',
  '<img src=x onerror="window.hacked = true">',
  `"quoted" 'name'`,
  'a::b',
  '',
  '😀 a very long name that no legend has the room for, whatever its width may be',
]

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
  {
    title: 'Barley by variety, stacked bars with labels',
    type: 'CHART',
    options: {
      globalSeriesType: 'column',
      columnMapping: { variety: 'x', yield: 'y', site: 'series' },
      series: { stacking: 'stack' },
      showDataLabels: true,
      numberFormat: '0',
      color_scheme: 'Tableau 10',
    },
    data: (sets) => sets.get('barley'),
  },
  {
    title: 'Barley by site, lying bars',
    type: 'CHART',
    options: {
      globalSeriesType: 'column',
      columnMapping: { site: 'x', yield: 'y', year: 'series' },
      swappedAxes: true,
      legend: { placement: 'below' },
      yAxis: [{ title: { text: 'Bushels per acre, all varieties' } }],
    },
    data: (sets) => sets.get('barley'),
  },
  {
    title: 'Weather of Seattle, shares of each month',
    type: 'CHART',
    options: {
      globalSeriesType: 'area',
      columnMapping: { month: 'x', days: 'y', weather: 'series' },
      series: { stacking: 'stack', percentValues: true },
      yAxis: [{ title: { text: 'Share of days' } }],
    },
    data: (sets) => {
      const months = new Map<string, { month: string; weather: string; days: number }>()
      for (const row of sets.get('weather').rows) {
        const [month, weather] = [`${String(row.date).slice(0, 7)}-01`, String(row.weather)]
        const known = months.get(`${month} ${weather}`) ?? { month, weather, days: 0 }
        months.set(`${month} ${weather}`, { ...known, days: known.days + 1 })
      }
      return resultOfRows([...months.values()])
    },
  },
  {
    title: 'Rain and temperature on two axes',
    type: 'CHART',
    options: {
      globalSeriesType: 'column',
      columnMapping: { month: 'x', rain: 'y', warmth: 'y' },
      seriesOptions: {
        warmth: { type: 'line', yAxis: 1, name: 'Highest temperature' },
        rain: { name: 'Rain' },
      },
      yAxis: [{ title: { text: 'Rain (mm)' } }, { title: { text: 'Temperature (°C)' } }],
      alignYAxesAtZero: true,
      legend: { traceorder: 'reversed' },
    },
    data: (sets) => {
      const months = new Map<string, { month: string; rain: number; warmth: number }>()
      for (const row of sets.get('weather').rows) {
        if (!String(row.date).startsWith('2012')) continue
        const month = `${String(row.date).slice(0, 7)}-01`
        const known = months.get(month) ?? { month, rain: 0, warmth: -50 }
        months.set(month, {
          month,
          rain: Math.round((known.rain + Number(row.precipitation)) * 10) / 10,
          warmth: Math.max(known.warmth, Number(row.temp_max)),
        })
      }
      return resultOfRows([...months.values()])
    },
  },
  {
    title: 'Earnings of films, logarithmic axes',
    type: 'CHART',
    options: {
      globalSeriesType: 'scatter',
      columnMapping: { 'Production Budget': 'x', 'Worldwide Gross': 'y' },
      missingValuesAsZero: false,
      xAxis: { type: 'logarithmic', title: { text: 'Budget' }, tickFormat: '$.0s' },
      yAxis: [{ type: 'logarithmic', title: { text: 'Earnings' }, tickFormat: '$.0s', rangeMin: 3 }],
      textFormat: '{{ Title }}: {{ @@x }} → {{ @@y }}',
      enableLink: true,
      linkFormat: 'https://example.com/?budget={{ @@x }}&gross={{ @@y }}',
    },
    data: (sets) => sets.get('movies'),
  },
  {
    title: 'Countries: life, children, people',
    type: 'CHART',
    options: {
      globalSeriesType: 'bubble',
      columnMapping: { fertility: 'x', life_expect: 'y', cluster: 'series', pop: 'size' },
      sizemode: 'area',
      coefficient: 0.000004,
      xAxis: { type: 'linear', title: { text: 'Children of a woman' } },
      yAxis: [{ title: { text: 'Years of life' } }],
      color_scheme: 'Tableau 10',
    },
    data: (sets) => {
      const { columns, rows } = sets.get('gapminder')
      return {
        columns,
        rows: rows
          .filter(({ year }) => year === 2005)
          .map((row) => ({ ...row, cluster: `Group ${row.cluster}` })),
      }
    },
  },
  {
    title: 'Penguins in boxes',
    type: 'CHART',
    options: {
      globalSeriesType: 'box',
      columnMapping: { Species: 'x', 'Body Mass (g)': 'y', Sex: 'series' },
      missingValuesAsZero: false,
      yAxis: [{ title: { text: 'Body mass (g)' } }],
    },
    data: (sets) => {
      const { columns, rows } = sets.get('penguins')
      return { columns, rows: rows.filter(({ Sex }) => Sex === 'MALE' || Sex === 'FEMALE') }
    },
  },
  {
    title: 'Penguins in lying boxes with all points',
    type: 'CHART',
    options: {
      globalSeriesType: 'box',
      showpoints: true,
      swappedAxes: true,
      columnMapping: { Species: 'x', 'Flipper Length (mm)': 'y' },
      missingValuesAsZero: false,
      legend: { enabled: false },
      yAxis: [{ title: { text: 'Flipper length (mm)' } }],
    },
    data: (sets) => sets.get('penguins'),
  },
  {
    title: 'Miles per gallon with errors',
    type: 'CHART',
    options: {
      globalSeriesType: 'column',
      columnMapping: { year: 'x', mpg: 'y', error: 'yError', origin: 'series' },
      yAxis: [{ title: { text: 'Miles per gallon' } }],
    },
    data: (sets) => {
      const groups = new Map<string, { year: string; origin: string; values: number[] }>()
      for (const row of sets.get('cars').rows) {
        const mpg = row.Miles_per_Gallon
        if (typeof mpg !== 'number') continue
        const [year, origin] = [String(row.Year).slice(0, 4), String(row.Origin)]
        if (year > '1976') continue
        const known = groups.get(`${year} ${origin}`) ?? { year, origin, values: [] }
        groups.set(`${year} ${origin}`, { ...known, values: [...known.values, mpg] })
      }
      return resultOfRows(
        [...groups.values()].map(({ year, origin, values }) => {
          const mean = values.reduce((sum, value) => sum + value, 0) / values.length
          const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
          return {
            year,
            origin,
            mpg: Math.round(mean * 10) / 10,
            error: Math.round(Math.sqrt(variance) * 10) / 10,
          }
        }),
      )
    },
  },
  {
    title: 'Islands of penguins in donuts',
    type: 'CHART',
    options: { globalSeriesType: 'pie', columnMapping: { island: 'x', count: 'y', species: 'series' } },
    data: (sets) => {
      const counts = new Map<string, { island: string; species: string; count: number }>()
      for (const { Island, Species } of sets.get('penguins').rows) {
        const key = `${Island} ${Species}`
        const known = counts.get(key) ?? { island: String(Island), species: String(Species), count: 0 }
        counts.set(key, { ...known, count: known.count + 1 })
      }
      return resultOfRows([...counts.values()])
    },
  },
  {
    title: 'Two hundred cities',
    type: 'CHART',
    options: {
      globalSeriesType: 'line',
      lineShape: 'spline',
      columnMapping: { year: 'x', people: 'y', city: 'series' },
      xAxis: { type: 'category' },
    },
    data: () => resultOfRows(manyCities(200)),
  },
  {
    title: 'Names that want to be markup',
    type: 'CHART',
    options: {
      globalSeriesType: 'column',
      columnMapping: { name: 'x', amount: 'y', group: 'series' },
      series: { stacking: 'stack' },
      showDataLabels: true,
      textFormat: '{{ name }} {{ @@y }}',
    },
    data: () =>
      resultOfRows(
        hostileNames.flatMap((name, at) =>
          hostileNames.slice(0, 3).map((group, other) => ({ name, group, amount: at + other + 1 })),
        ),
      ),
  },
  {
    title: 'A hundred thousand points',
    type: 'CHART',
    options: {
      globalSeriesType: 'scatter',
      columnMapping: { width: 'x', height: 'y' },
      legend: { enabled: false },
    },
    data: () => resultOfRows(cloud(100_000)),
  },
  {
    title: 'A hundred thousand minutes',
    type: 'CHART',
    options: { globalSeriesType: 'line', columnMapping: { at: 'x', load: 'y' }, legend: { enabled: false } },
    data: () => {
      const next = steps(11)
      const start = Date.UTC(2024, 0, 1)
      return resultOfRows(
        Array.from({ length: 100_000 }, (_, minute) => ({
          at: new Date(start + minute * 60_000).toISOString().slice(0, 19),
          load: minute === 77_777 ? 300 : Math.round(50 + 30 * Math.sin(minute / 2300) + next() * 25),
        })),
      )
    },
  },
]
