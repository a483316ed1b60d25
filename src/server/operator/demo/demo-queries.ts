import { carQueries } from './demo-cars.ts'
import { flightQueries } from './demo-flights.ts'
import { movieDetails, movieQueries } from './demo-movies.ts'
import type { DemoQuery } from './demo-query.ts'
import { areaChart, barChart, lineChart, pieChart, scatterChart } from './demo-query.ts'

/** Queries without a dashboard: each shows one type of visualization on real data. */
const singleQueries: readonly DemoQuery[] = [
  {
    name: 'Delays by hour of departure',
    description: 'Three million flights: the later in the day, the later the plane.',
    tags: ['flights'],
    text: `select
  extract(hour from departure) as hour_of_day,
  count(*) as flights,
  round(avg(delay_minutes), 1) as average_delay
from flights
group by hour_of_day
order by hour_of_day`,
    visualizations: [barChart('Average delay in minutes', 'hour_of_day', ['average_delay'])],
  },
  {
    name: 'Busiest airports',
    description: 'Departures of each airport with its name and place.',
    tags: ['flights'],
    text: `select
  a.iata,
  a.name as airport,
  a.city,
  a.state,
  count(*) as departures,
  round(avg(f.delay_minutes), 1) as average_delay
from flights f
join airports a on a.iata = f.origin
group by a.iata, a.name, a.city, a.state
order by departures desc
limit 20`,
    earlierTexts: [
      `select origin, count(*) as departures
from flights
group by origin
order by departures desc
limit 20`,
      `select
  a.iata,
  a.name as airport,
  count(*) as departures,
  round(avg(f.delay_minutes), 1) as average_delay
from flights f
join airports a on a.iata = f.origin
group by a.iata, a.name
order by departures desc
limit 20`,
    ],
    isFavorite: true,
    visualizations: [barChart('Departures', 'iata', ['departures'], { swappedAxes: true })],
  },
  {
    name: 'Stock prices',
    description: 'Monthly prices of five technology companies.',
    tags: ['economy'],
    text: `select date, symbol, price
from stocks
order by date`,
    visualizations: [lineChart('Price by month', 'date', 'price', 'symbol')],
  },
  {
    name: 'Electricity in Iowa by source',
    description: 'How wind took its share: net generation in thousand megawatt hours.',
    tags: ['economy'],
    text: `select year, source, net_generation
from electricity
order by year`,
    visualizations: [areaChart('Share of each source', 'year', 'net_generation', 'source')],
  },
  {
    name: 'Weather in Seattle',
    description: 'How often each kind of weather was seen, 2012 to 2015.',
    tags: ['weather'],
    text: `select weather, count(*) as days
from weather
where location = 'Seattle'
group by weather
order by days desc`,
    visualizations: [pieChart('Kinds of weather', 'weather', 'days')],
  },
  {
    name: 'Health and fertility of nations',
    description: 'Life expectancy against fertility in 2005; each point is a country.',
    tags: ['society'],
    text: `select country, fertility, life_expectancy, population
from gapminder
where year = 2005
order by fertility`,
    visualizations: [scatterChart('Life expectancy by fertility', 'fertility', 'life_expectancy')],
  },
  {
    name: 'Best rated movies',
    description: 'Movies with more than 50,000 votes, best first.',
    tags: ['movies'],
    text: `select title, release_date, genre, director, imdb_rating, imdb_votes, production_budget, worldwide_gross
from movies
where imdb_votes > 50000
order by imdb_rating desc, imdb_votes desc`,
    earlierTexts: [
      `select title, release_date, genre, director, imdb_rating, imdb_votes
from movies
where imdb_votes > 10000
order by imdb_rating desc`,
    ],
    isFavorite: true,
    visualizations: [movieDetails],
  },
  {
    name: 'Windiest days in Seattle',
    description: 'Not finished: how does it compare with New York?',
    tags: ['weather'],
    text: `select date, wind, weather
from weather
where location = 'Seattle'
order by wind desc
limit 20`,
    isDraft: true,
    visualizations: [],
  },
]

/** Queries of dashboards come first: they are the oldest, and run first. */
export const demoQueries: readonly DemoQuery[] = [
  ...flightQueries,
  ...movieQueries,
  ...carQueries,
  ...singleQueries,
]
