import { type GalleryCase, resultOfRows } from '../gallery-case.ts'

const busiest = ['DFW', 'ATL', 'LAX', 'PHX', 'IAH', 'DTW', 'MSP']

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
    title: 'Flights between seven airports',
    type: 'SANKEY',
    options: {},
    data: (sets) =>
      resultOfRows(
        sets
          .get('flights')
          .rows.filter(({ origin, destination }) =>
            [origin, destination].every((at) => busiest.includes(String(at))),
          )
          .map(({ origin, destination }) => ({ from: origin, to: destination, value: 1 })),
      ),
    height: 500,
  },
  {
    title: 'From where films come to how they are rated',
    type: 'SANKEY',
    options: {},
    data: (sets) =>
      resultOfRows(
        sets.get('movies').rows.map((film) => ({
          stage1: film['Creative Type'],
          stage2: film.Source,
          stage3: film['Major Genre'],
          stage4: film['MPAA Rating'],
          value: 1,
        })),
      ),
    width: 900,
    height: 600,
  },
  {
    title: 'Flows without a value column',
    type: 'SANKEY',
    options: {},
    data: (sets) => sets.get('penguins'),
    height: 200,
  },
  {
    title: 'Hostile flows',
    type: 'SANKEY',
    options: {},
    data: () =>
      resultOfRows(
        hostile.map((name, index) => ({
          from: name,
          to: hostile[(index + 2) % hostile.length],
          via: index === 3 ? null : hostile[(index + 1) % hostile.length],
          value: 10 ** (index % 4),
        })),
      ),
  },
  {
    title: 'Flows between two hundred nodes',
    type: 'SANKEY',
    options: {},
    data: () =>
      resultOfRows(
        Array.from({ length: 200 }, (_, index) => ({
          from: `Place ${index % 100}`,
          to: `Target ${(index * 7 + Math.floor(index / 100) * 31) % 100}`,
          value: (index % 13) + 1,
        })),
      ),
  },
]
