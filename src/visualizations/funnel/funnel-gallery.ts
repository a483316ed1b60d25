import { type GalleryCase, resultOfRows } from '../gallery-case.ts'
import type { VisualizationData } from '../visualization.ts'

const knowledge: readonly (readonly [step: string, column: string])[] = [
  ['Listed', 'Title'],
  ['Rated by viewers on the Internet Movie Database', 'IMDB Rating'],
  ['Rated by critics on Rotten Tomatoes', 'Rotten Tomatoes Rating'],
  ['With a known director', 'Director'],
  ['With known sales of discs', 'US DVD Sales'],
]

/** For each fact, the number of films of which it is known. */
function knownOfFilms({ rows }: VisualizationData): VisualizationData {
  return resultOfRows(
    knowledge.map(([step, column]) => ({
      step,
      films: rows.filter((row) => row[column] !== null && row[column] !== undefined).length,
    })),
  )
}

/** Yields of one kind of barley at each site, in the order of the data. */
function yieldsOfSites({ rows }: VisualizationData): VisualizationData {
  return resultOfRows(rows.filter(({ variety, year }) => variety === 'Manchuria' && year === 1931))
}

export const gallery: readonly GalleryCase[] = [
  {
    title: 'What is known of films',
    type: 'FUNNEL',
    options: {
      stepCol: { colName: 'step', displayAs: 'Films' },
      valueCol: { colName: 'films', displayAs: 'Count' },
    },
    data: (sets) => knownOfFilms(sets.get('movies')),
  },
  {
    title: 'Barley by site, alphabetically',
    type: 'FUNNEL',
    options: {
      stepCol: { colName: 'site', displayAs: 'Site' },
      valueCol: { colName: 'yield', displayAs: 'Bushels per acre' },
      autoSort: false,
      sortKeyCol: { colName: 'site', reverse: false },
      percentFormat: '0.0%',
    },
    data: (sets) => yieldsOfSites(sets.get('barley')),
    width: 420,
    height: 260,
  },
  {
    title: 'The first two sites in a small widget',
    type: 'FUNNEL',
    options: { stepCol: { colName: 'site' }, valueCol: { colName: 'yield' }, itemsLimit: 2 },
    data: (sets) => yieldsOfSites(sets.get('barley')),
    width: 240,
    height: 150,
  },
  {
    title: 'Steps with hostile names',
    type: 'FUNNEL',
    options: {
      stepCol: { colName: 'constructor', displayAs: '<script>window.hacked=1</script>' },
      valueCol: { colName: '__proto__', displayAs: '"quoted"' },
    },
    data: () =>
      resultOfRows([
        { constructor: '<img src=x onerror="window.hacked=1">', ['__proto__']: 4 },
        { constructor: '', ['__proto__']: 2 },
        { constructor: null, ['__proto__']: -1 },
      ]),
    width: 420,
    height: 200,
  },
]
