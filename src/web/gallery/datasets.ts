import { parse } from 'csv-parse/browser/esm/sync'
import { typeResult } from '#shared/results/typed-result.ts'
import type { DatasetName, Datasets, GalleryCase } from '#visualizations/gallery-case.ts'
import { resultOfRows } from '#visualizations/gallery-case.ts'
import type { VisualizationData } from '#visualizations/visualization.ts'

const files: Readonly<Record<DatasetName, string>> = {
  airports: 'airports.csv',
  barley: 'barley.json',
  cars: 'cars.json',
  earthquakes: 'earthquakes.json',
  flights: 'flights-2k.json',
  gapminder: 'gapminder.json',
  jobs: 'jobs.json',
  movies: 'movies.json',
  obesity: 'obesity.json',
  penguins: 'penguins.json',
  population: 'population.json',
  stocks: 'stocks.csv',
  'us-state-capitals': 'us-state-capitals.json',
  weather: 'seattle-weather.csv',
}

/** Vite emits the files of vega-datasets with the gallery. */
const addresses = import.meta.glob<string>(
  [
    '../../../node_modules/vega-datasets/data/{barley,cars,earthquakes,flights-2k,gapminder,jobs,movies,obesity,penguins,population,us-state-capitals}.json',
    '../../../node_modules/vega-datasets/data/{airports,stocks,seattle-weather}.csv',
  ],
  { query: '?url', import: 'default', eager: true },
)

/** Thrown for a data set that is not loaded yet. */
class NotRead extends Error {
  readonly dataset: DatasetName
  constructor(dataset: DatasetName) {
    super(`The data set ${dataset} is not read yet.`)
    this.dataset = dataset
  }
}

const read = new Map<DatasetName, VisualizationData>()
const datasets: Datasets = {
  get(name) {
    const found = read.get(name)
    if (found === undefined) throw new NotRead(name)
    return found
  },
}

/** The data of a case; loads the data sets that it uses. */
export async function dataOf(one: GalleryCase): Promise<VisualizationData> {
  for (;;) {
    try {
      return one.data(datasets)
    } catch (missing) {
      if (!(missing instanceof NotRead)) throw missing
      read.set(missing.dataset, await loadDataset(files[missing.dataset]))
    }
  }
}

async function loadDataset(file: string): Promise<VisualizationData> {
  const address = Object.entries(addresses).find(([path]) => path.endsWith(`/${file}`))?.[1]
  if (address === undefined) throw new Error(`${file} is not among the files of vega-datasets.`)
  const text = await (await fetch(address)).text()
  return typeResult(resultOfRows(file.endsWith('.csv') ? rowsOfCsv(text) : rowsOfJson(JSON.parse(text))))
}

type Rows = Record<string, unknown>[]

function rowsOfCsv(text: string): Rows {
  const rows: Rows = parse(text, { columns: true, cast: (cell) => (isNumber(cell) ? Number(cell) : cell) })
  return rows.map(withIsoDate)
}

function isNumber(cell: string): boolean {
  return cell !== '' && Number.isFinite(Number(cell))
}

/** `Jan 1 2000` and `2012/01/01` as databases send them. */
function withIsoDate(row: Record<string, unknown>): Record<string, unknown> {
  const { date } = row
  if (typeof date !== 'string') return row
  const instant = new Date(`${date} UTC`)
  return Number.isNaN(instant.getTime()) ? row : { ...row, date: instant.toISOString().slice(0, 10) }
}

/** A list of rows, or the features of a GeoJSON collection with their properties. */
function rowsOfJson(content: unknown): Rows {
  if (Array.isArray(content)) return content as Rows
  const { features } = content as { features: { geometry: { coordinates: number[] }; properties: object }[] }
  return features.map(({ geometry, properties }) => {
    const [lon, lat] = geometry.coordinates
    return { ...properties, lat, lon }
  })
}
