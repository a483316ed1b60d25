import { type GalleryCase, resultOfRows } from '../gallery-case.ts'

const airports = ['DFW', 'ATL', 'LAX', 'PHX', 'IAH', 'LAS', 'MSP', 'ORD']

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
    title: 'Films by kind, source and genre',
    type: 'SUNBURST_SEQUENCE',
    options: {},
    data: (sets) =>
      resultOfRows(
        sets.get('movies').rows.map((film) => ({
          level1: film['Creative Type'],
          level2: film.Source,
          level3: film['Major Genre'],
          value: 1,
        })),
      ),
    height: 520,
  },
  {
    title: 'Where flights go from their first airport',
    type: 'SUNBURST_SEQUENCE',
    options: {},
    data: (sets) =>
      resultOfRows(
        sets
          .get('flights')
          .rows.filter(({ origin, destination }) =>
            [origin, destination].every((at) => airports.includes(String(at))),
          )
          .flatMap(({ origin, destination }, sequence) => [
            { sequence, stage: 2, node: destination, value: 1 },
            { sequence, stage: 1, node: origin, value: 1 },
          ]),
      ),
    width: 420,
  },
  {
    title: 'Sequences without a value column',
    type: 'SUNBURST_SEQUENCE',
    options: {},
    data: (sets) => sets.get('penguins'),
    height: 200,
  },
  {
    title: 'Hostile sequences',
    type: 'SUNBURST_SEQUENCE',
    options: {},
    data: () =>
      resultOfRows(
        hostile.map((name, index) => ({
          first: name,
          second: hostile[(index + 1) % hostile.length],
          third: index % 2 === 0 ? null : hostile[(index + 2) % hostile.length],
          value: index + 1,
        })),
      ),
  },
]
