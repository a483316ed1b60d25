import { type GalleryCase, resultOfRows } from '../gallery-case.ts'

/** Names that must not be read as markup, nor as members of Object.prototype. */
const hostile = [
  '<img src=x onerror="window.hacked = 1">',
  '__proto__',
  'constructor',
  '"quotes" \'and\' more',
  'a::b',
  '😀',
  'A name so long that it fits into no column and no segment of any picture anywhere',
]

export const gallery: readonly GalleryCase[] = [
  {
    title: 'Beaks and flippers of penguins',
    type: 'BOXPLOT',
    options: { xAxisLabel: 'Measure', yAxisLabel: 'Millimeters' },
    data: (sets) =>
      resultOfRows(
        sets.get('penguins').rows.map((bird) => ({
          species: bird.Species,
          'Beak length': bird['Beak Length (mm)'],
          'Beak depth': bird['Beak Depth (mm)'],
          'Flipper length': bird['Flipper Length (mm)'],
        })),
      ),
  },
  {
    title: 'Delays of flights from four airports',
    type: 'BOXPLOT',
    options: { yAxisLabel: 'Minutes' },
    data: (sets) =>
      resultOfRows(
        sets
          .get('flights')
          .rows.map(({ origin, delay }) =>
            Object.fromEntries(['DFW', 'ATL', 'LAX', 'PHX'].map((at) => [at, at === origin ? delay : null])),
          ),
      ),
    width: 420,
  },
  {
    title: 'Hostile boxes',
    type: 'BOXPLOT',
    options: { xAxisLabel: '<b>X</b>', yAxisLabel: hostile[0] },
    data: () =>
      resultOfRows(
        [1, 4, 9, 100].map((number) =>
          Object.fromEntries(hostile.map((name, index) => [name, number * (index - 3)])),
        ),
      ),
  },
]
