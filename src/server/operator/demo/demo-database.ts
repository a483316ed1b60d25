import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const fileName = 'demo.duckdb'

/** The tables of the demo, and how each is read from the npm package vega-datasets. */
const tables: readonly (readonly [name: string, select: string])[] = [
  [
    'flights',
    `select date as departure, delay::integer as delay_minutes, distance::integer as distance_miles, origin, destination
     from read_parquet('{data}/flights-3m.parquet') order by departure`,
  ],
  [
    'airports',
    `select iata, name, city, state, country, latitude, longitude from read_csv_auto('{data}/airports.csv')`,
  ],
  [
    'movies',
    `select Title->>'$' as title, "US Gross" as us_gross, "Worldwide Gross" as worldwide_gross,
            "Production Budget" as production_budget, try_strptime("Release Date", '%b %d %Y')::date as release_date,
            "MPAA Rating" as mpaa_rating, "Running Time min" as running_time_minutes, Distributor as distributor,
            "Major Genre" as genre, Director as director, "Rotten Tomatoes Rating" as rotten_tomatoes_rating,
            "IMDB Rating" as imdb_rating, "IMDB Votes" as imdb_votes
     from read_json_auto('{data}/movies.json')`,
  ],
  [
    'weather',
    `select location, date, precipitation, temp_max, temp_min, wind, weather from read_csv_auto('{data}/weather.csv')`,
  ],
  [
    'stocks',
    `select symbol, strptime(date, '%b %-d %Y')::date as date, price from read_csv_auto('{data}/stocks.csv')`,
  ],
  [
    'gapminder',
    `select year::integer as year, country, pop as population, life_expect as life_expectancy, fertility
     from read_json_auto('{data}/gapminder.json')`,
  ],
  [
    'health_income',
    `select country, region, income, health, population from read_csv_auto('{data}/gapminder-health-income.csv')`,
  ],
  [
    'electricity',
    `select year::date as year, source, net_generation from read_csv_auto('{data}/iowa-electricity.csv')`,
  ],
  [
    'penguins',
    `select Species as species, Island as island, "Beak Length (mm)" as beak_length_mm, "Beak Depth (mm)" as beak_depth_mm,
            "Flipper Length (mm)" as flipper_length_mm, "Body Mass (g)" as body_mass_g, Sex as sex
     from read_json_auto('{data}/penguins.json')`,
  ],
  [
    'cars',
    `select Name as name, Origin as origin, year(Year)::integer as year, Cylinders::integer as cylinders,
            Horsepower::integer as horsepower, Weight_in_lbs::integer as weight_lbs, Acceleration as seconds_to_60,
            Miles_per_Gallon as miles_per_gallon
     from read_json_auto('{data}/cars.json')`,
  ],
]

/** Writes the demo database into `folder` and returns its path. Replaces an unfinished one of an earlier attempt. */
export async function writeDemoDatabase(folder: string): Promise<string> {
  const data = fileURLToPath(new URL('../data', import.meta.resolve('vega-datasets')))
  const path = join(folder, fileName)
  await mkdir(folder, { recursive: true })
  await rm(path, { force: true })
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  try {
    for (const [name, select] of tables) {
      await connection.run(`create table ${name} as ${select.replace('{data}', data.replaceAll("'", "''"))}`)
    }
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
  return path
}
