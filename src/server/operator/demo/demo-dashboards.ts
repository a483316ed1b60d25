import type { DashboardTab } from '#shared/dashboards/dashboard-options.ts'
import { flightParameters } from './demo-flights.ts'

/** Column, row, width and height in units of the grid. */
type Place = readonly [col: number, row: number, sizeX: number, sizeY: number]

export type DemoWidget = {
  place: Place
  /** the height follows the content */
  autoHeight?: boolean
  /** id of its tab */
  tab?: string
} & ({ query: string; visualization: string } | { text: string })

export interface DemoDashboard {
  name: string
  tags: string[]
  /** shared publicly by its address */
  isShared: boolean
  tabs: DashboardTab[]
  /** saved values of its parameters, the same as those of its queries */
  parameters: readonly { name: string; value: unknown }[]
  widgets: readonly DemoWidget[]
}

/** Dashboards of the demo: one with parameters, one with tabs. */
export const demoDashboards: readonly DemoDashboard[] = [
  {
    name: 'Flights at a glance',
    tags: ['flights'],
    isShared: true,
    tabs: [],
    parameters: flightParameters.map(({ name, value }) => ({ name, value })),
    widgets: [
      {
        text: `## Three million departures, half a year
Choose a **period** and the **cities** above: every number, chart and map on this page follows.`,
        place: [0, 0, 6, 2],
        autoHeight: true,
      },
      { query: 'Flights in numbers', visualization: 'Flights', place: [0, 2, 2, 4] },
      { query: 'Flights in numbers', visualization: 'Average delay', place: [2, 2, 2, 4] },
      { query: 'Flights in numbers', visualization: 'On time', place: [4, 2, 2, 4] },
      { query: 'Delay day by day', visualization: 'Average delay in minutes', place: [0, 6, 4, 8] },
      { query: 'Delay by city', visualization: 'Where one waits longest', place: [4, 6, 2, 8] },
      { query: 'Flights by destination state', visualization: 'Where they fly to', place: [0, 14, 3, 8] },
      { query: 'Delay by hour and weekday', visualization: 'When to fly', place: [3, 14, 3, 8] },
      {
        query: 'Busiest routes',
        visualization: 'The hundred busiest routes',
        place: [0, 22, 4, 11],
      },
      { query: 'Flights by delay', visualization: 'How late is late', place: [4, 22, 2, 11] },
    ],
  },
  {
    name: 'Movies and cars',
    tags: ['movies', 'cars'],
    isShared: false,
    tabs: [
      { id: 'movies', name: 'Movies' },
      { id: 'cars', name: 'Cars' },
    ],
    parameters: [],
    widgets: [
      ...onTab('movies', [
        {
          query: 'Budgets and box office',
          visualization: 'What a budget brings in',
          place: [0, 0, 4, 9],
        },
        { query: 'Best rated movies', visualization: 'One by one', place: [4, 0, 2, 9] },
        { query: 'Studios and genres', visualization: 'Who makes what for whom', place: [0, 9, 3, 9] },
        {
          query: 'Box office by genre and rating',
          visualization: 'Where the money comes from',
          place: [3, 9, 3, 9],
        },
        { query: 'Ratings by genre and decade', visualization: 'They got worse', place: [0, 18, 3, 9] },
        { query: 'Words of movie titles', visualization: 'Say it in a title', place: [3, 18, 3, 9] },
        {
          query: 'Careers of directors',
          visualization: 'Who came back after a first movie',
          place: [0, 27, 6, 10],
          autoHeight: true,
        },
      ]),
      ...onTab('cars', [
        {
          text: `## Four hundred cars, 1970 to 1982
Two oil crises taught them thrift. A color is always the same origin; the table at the end has a filter for it.`,
          place: [0, 0, 6, 2],
          autoHeight: true,
        },
        {
          query: 'Power and thirst of cars',
          visualization: 'Power is paid for at the pump',
          place: [0, 2, 3, 8],
        },
        {
          query: 'Cars by number of cylinders',
          visualization: 'How far a gallon goes',
          place: [3, 2, 3, 8],
        },
        { query: 'Cars through the years', visualization: 'The oil crises at work', place: [0, 10, 3, 8] },
        { query: 'Weight and haste of cars', visualization: 'Weight against haste', place: [3, 10, 3, 8] },
        { query: 'All cars', visualization: 'Thriftiest first', place: [0, 18, 6, 11], autoHeight: true },
      ]),
    ],
  },
]

function onTab(tab: string, widgets: readonly DemoWidget[]): DemoWidget[] {
  return widgets.map((widget) => ({ ...widget, tab }))
}
