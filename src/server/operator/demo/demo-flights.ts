import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'
import { demoColors } from './demo-colors.ts'
import type { DemoQuery } from './demo-query.ts'
import { chart } from './demo-query.ts'

/** The default selection of cities. */
const busiestCities = [
  'Atlanta',
  'Boston',
  'Chicago',
  'Dallas-Fort Worth',
  'Denver',
  'Houston',
  'Las Vegas',
  'Los Angeles',
  'New York',
  'Phoenix',
  'San Francisco',
  'Seattle',
]
const otherCities = [
  'Arlington',
  'Baltimore',
  'Charlotte',
  'Detroit',
  'Miami',
  'Minneapolis',
  'Newark',
  'Orlando',
  'Philadelphia',
  'Pittsburgh',
  'San Diego',
  'St Louis',
]

export const flightParameters: readonly StoredParameter[] = [
  {
    name: 'period',
    title: 'Period',
    type: 'date-range',
    value: { start: '2001-01-01', end: '2001-06-30' },
    global: true,
  },
  {
    name: 'cities',
    title: 'Departing from',
    type: 'enum',
    enumOptions: [...busiestCities, ...otherCities].sort().join('\n'),
    multiValuesOptions: { prefix: "'", suffix: "'", separator: ',' },
    value: busiestCities,
    global: true,
  },
]

const chosen = `from flights f
join airports a on a.iata = f.origin
where a.city in ({{ cities }})
  and f.departure >= '{{ period.start }}'::date
  and f.departure < '{{ period.end }}'::date + 1`

const onTime = '100 * avg((f.delay_minutes <= 15)::integer)'

/** Queries of one dashboard: all take the same two parameters. */
export const flightQueries: readonly DemoQuery[] = [
  {
    name: 'Flights in numbers',
    description: '',
    tags: ['flights'],
    parameters: flightParameters,
    text: `select
  count(*) as flights,
  round(avg(f.delay_minutes), 1) as average_delay,
  round(${onTime}, 1) as on_time,
  -- all airports, the whole half year
  (select round(100 * avg((delay_minutes <= 15)::integer), 1) from flights) as on_time_everywhere
${chosen}`,
    visualizations: [
      counter('Flights', 'Departures in this period', { counterColName: 'flights' }),
      counter('Average delay', 'Minutes late on average', {
        counterColName: 'average_delay',
        stringDecimal: 1,
        stringSuffix: ' min',
      }),
      counter('On time', 'On time, against all airports', {
        counterColName: 'on_time',
        targetColName: 'on_time_everywhere',
        stringDecimal: 1,
        stringSuffix: '%',
        formatTargetValue: true,
      }),
    ],
  },
  {
    name: 'Delay day by day',
    description: '',
    tags: ['flights'],
    parameters: flightParameters,
    text: `select
  f.departure::date as day,
  round(avg(f.delay_minutes), 1) as each_day,
  round(
    sum(sum(f.delay_minutes)) over (order by f.departure::date rows 6 preceding)
    / sum(count(*)) over (order by f.departure::date rows 6 preceding), 1) as seven_days
${chosen}
group by day
order by day`,
    visualizations: [
      chart(
        'Average delay in minutes',
        'line',
        { day: 'x', each_day: 'y', seven_days: 'y' },
        {
          xAxis: { type: 'datetime', labels: { enabled: true } },
          yAxis: [{ type: 'linear' }, { type: 'linear', opposite: true }],
          seriesOptions: {
            each_day: { name: 'Each day', color: demoColors.lavender, zIndex: 0 },
            seven_days: { name: 'Seven-day average', color: demoColors.indigo, zIndex: 1 },
          },
          legend: { enabled: true, placement: 'below' },
          numberFormat: '0.0',
          dateTimeFormat: 'ddd, MMM D',
        },
      ),
    ],
  },
  {
    name: 'Delay by city',
    description: '',
    tags: ['flights'],
    parameters: flightParameters,
    text: `select
  a.city,
  round(avg(f.delay_minutes), 1) as average_delay
${chosen}
group by a.city
order by average_delay desc`,
    visualizations: [
      chart(
        'Where one waits longest',
        'column',
        { city: 'x', average_delay: 'y' },
        {
          swappedAxes: true,
          sortX: false,
          xAxis: { type: 'category', labels: { enabled: true } },
          legend: { enabled: false },
          showDataLabels: true,
          numberFormat: '0.0',
          seriesOptions: { average_delay: { name: 'Average delay (min)', color: demoColors.amber } },
        },
      ),
    ],
  },
  {
    name: 'Flights by destination state',
    description: '',
    tags: ['flights'],
    parameters: flightParameters,
    text: `select d.state, count(*) as flights
${chosen.replace('\nwhere', '\njoin airports d on d.iata = f.destination\nwhere')}
group by d.state
order by flights desc`,
    visualizations: [
      {
        type: 'CHOROPLETH',
        name: 'Where they fly to',
        options: {
          mapType: 'usa',
          keyColumn: 'state',
          targetField: 'usps_abbrev',
          valueColumn: 'flights',
          clusteringMode: 'q',
          steps: 6,
          valueFormat: '0,0',
        },
      },
    ],
  },
  {
    name: 'Delay by hour and weekday',
    description: '',
    tags: ['flights'],
    parameters: flightParameters,
    text: `select
  lpad(extract(hour from f.departure)::varchar, 2, '0') || 'h' as hour_of_day,
  left(dayname(f.departure), 3) as weekday,
  round(avg(f.delay_minutes), 1) as average_delay
${chosen}
  and extract(hour from f.departure) between 6 and 22
group by hour_of_day, weekday, isodow(f.departure)
order by isodow(f.departure), hour_of_day`,
    visualizations: [
      chart(
        'When to fly',
        'heatmap',
        { hour_of_day: 'x', weekday: 'y', average_delay: 'zVal' },
        {
          sortX: false,
          reverseY: true,
          numberFormat: '0.0',
          xAxis: { type: 'category', labels: { enabled: true } },
        },
      ),
    ],
  },
  {
    name: 'Flights by delay',
    description: '',
    tags: ['flights'],
    parameters: flightParameters,
    text: `select
  case
    when f.delay_minutes <= 0 then 'Early or punctual'
    when f.delay_minutes <= 15 then 'Up to 15 minutes'
    when f.delay_minutes <= 60 then 'Up to an hour'
    else 'Longer'
  end as delay,
  count(*) as flights
${chosen}
group by delay
order by min(f.delay_minutes)`,
    visualizations: [
      chart(
        'How late is late',
        'pie',
        { delay: 'x', flights: 'y' },
        {
          piesort: false,
          numberFormat: '0,0',
          percentFormat: '0%',
          legend: { enabled: true, placement: 'below' },
          valuesOptions: {
            'Early or punctual': { color: demoColors.sage },
            'Up to 15 minutes': { color: demoColors.azure },
            'Up to an hour': { color: demoColors.amber },
            Longer: { color: demoColors.plum },
          },
        },
      ),
    ],
  },
  {
    name: 'Busiest routes',
    description: '',
    tags: ['flights'],
    parameters: flightParameters,
    text: `select
  a.city as from_city,
  d.city as to_city,
  any_value(f.distance_miles) as miles,
  count(*) as flights,
  round(avg(f.delay_minutes), 1) as average_delay,
  round(${onTime}, 1) as on_time
${chosen.replace('\nwhere', '\njoin airports d on d.iata = f.destination\nwhere')}
group by a.city, d.city
order by flights desc
limit 100`,
    visualizations: [
      {
        type: 'TABLE',
        name: 'The hundred busiest routes',
        options: {
          itemsPerPage: 10,
          columns: [
            { name: 'from_city', title: 'From', allowSearch: true, order: 0 },
            { name: 'to_city', title: 'To', allowSearch: true, order: 1 },
            numberColumn('miles', 'Miles', '0,0', 2),
            numberColumn('flights', 'Flights', '0,0', 3),
            numberColumn('average_delay', 'Average delay (min)', '0.0', 4),
            numberColumn('on_time', 'On time (%)', '0.0', 5),
          ],
        },
      },
    ],
  },
]

function counter(name: string, counterLabel: string, options: Record<string, unknown>) {
  return { type: 'COUNTER', name, options: { counterLabel, rowNumber: 1, targetRowNumber: 1, ...options } }
}

function numberColumn(name: string, title: string, numberFormat: string, order: number) {
  return { name, title, displayAs: 'number', numberFormat, alignContent: 'right', order }
}
