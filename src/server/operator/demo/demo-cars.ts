import { demoColors } from './demo-colors.ts'
import type { DemoQuery } from './demo-query.ts'
import { chart } from './demo-query.ts'

const seriesOptions = {
  Europe: { color: demoColors.sage },
  Japan: { color: demoColors.amber },
  USA: { color: demoColors.indigo },
}
const below = { enabled: true, placement: 'below' }

const axes = (x: string, y: string) => ({
  xAxis: { type: 'linear', title: { text: x }, labels: { enabled: true } },
  yAxis: [
    { type: 'linear', title: { text: y } },
    { type: 'linear', opposite: true },
  ],
})

/** Queries of one tab; each origin keeps its color. */
export const carQueries: readonly DemoQuery[] = [
  {
    name: 'Power and thirst of cars',
    description: '',
    tags: ['cars'],
    text: `select name, origin, horsepower, miles_per_gallon
from cars
where horsepower is not null and miles_per_gallon is not null`,
    visualizations: [
      chart(
        'Power is paid for at the pump',
        'scatter',
        { horsepower: 'x', miles_per_gallon: 'y', origin: 'series' },
        { ...axes('Horsepower', 'Miles per gallon'), seriesOptions, legend: below },
      ),
    ],
  },
  {
    name: 'Cars by number of cylinders',
    description: '',
    tags: ['cars'],
    text: `select origin, cylinders || ' cylinders' as engine, miles_per_gallon
from cars
where miles_per_gallon is not null and cylinders in (4, 6, 8)
order by cylinders`,
    visualizations: [
      chart(
        'How far a gallon goes',
        'box',
        { engine: 'x', miles_per_gallon: 'y' },
        {
          sortX: false,
          xAxis: { type: 'category', labels: { enabled: true } },
          yAxis: [
            { type: 'linear', title: { text: 'Miles per gallon' } },
            { type: 'linear', opposite: true },
          ],
          legend: { enabled: false },
        },
      ),
    ],
  },
  {
    name: 'Cars through the years',
    description: '',
    tags: ['cars'],
    text: `select year, origin, round(avg(miles_per_gallon), 1) as miles_per_gallon
from cars
where miles_per_gallon is not null
group by year, origin
order by year`,
    visualizations: [
      chart(
        'The oil crises at work',
        'line',
        { year: 'x', miles_per_gallon: 'y', origin: 'series' },
        {
          seriesOptions,
          legend: below,
          numberFormat: '0.0',
          xAxis: { type: 'category', labels: { enabled: true } },
          yAxis: [
            { type: 'linear', title: { text: 'Miles per gallon' } },
            { type: 'linear', opposite: true },
          ],
        },
      ),
    ],
  },
  {
    name: 'Weight and haste of cars',
    description: '',
    tags: ['cars'],
    text: `select name, origin, weight_lbs, seconds_to_60, horsepower
from cars
where horsepower is not null`,
    visualizations: [
      chart(
        'Weight against haste',
        'bubble',
        { weight_lbs: 'x', seconds_to_60: 'y', horsepower: 'size', origin: 'series' },
        {
          ...axes('Weight (lbs)', 'Seconds to 60 mph'),
          sizemode: 'area',
          coefficient: 0.6,
          seriesOptions,
          legend: below,
        },
      ),
    ],
  },
  {
    name: 'All cars',
    description: '',
    tags: ['cars'],
    text: `select name, origin as "origin::multi-filter", year, cylinders, horsepower, weight_lbs, seconds_to_60, miles_per_gallon
from cars
order by miles_per_gallon desc nulls last`,
    visualizations: [
      {
        type: 'TABLE',
        name: 'Thriftiest first',
        options: {
          itemsPerPage: 10,
          columns: [
            { name: 'name', title: 'Car', allowSearch: true, order: 0 },
            { name: 'origin::multi-filter', title: 'Origin', order: 1 },
            {
              name: 'year',
              title: 'Year',
              displayAs: 'number',
              numberFormat: '0',
              alignContent: 'right',
              order: 2,
            },
            { name: 'cylinders', title: 'Cylinders', order: 3 },
            { name: 'horsepower', title: 'Horsepower', order: 4 },
            { name: 'weight_lbs', title: 'Weight (lbs)', order: 5 },
            {
              name: 'seconds_to_60',
              title: 'Seconds to 60 mph',
              displayAs: 'number',
              numberFormat: '0.0',
              alignContent: 'right',
              order: 6,
            },
            {
              name: 'miles_per_gallon',
              title: 'Miles per gallon',
              displayAs: 'number',
              numberFormat: '0.0',
              alignContent: 'right',
              order: 7,
            },
          ],
        },
      },
    ],
  },
]
