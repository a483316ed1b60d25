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
    title: 'Words of film titles',
    type: 'WORD_CLOUD',
    options: {
      column: 'Title',
      frequenciesColumn: '',
      wordLengthLimit: { min: 4, max: null },
      wordCountLimit: { min: 6, max: 90 },
    },
    data: (sets) => sets.get('movies'),
  },
  {
    title: 'Directors by their films',
    type: 'WORD_CLOUD',
    options: { column: 'director', frequenciesColumn: 'films', wordCountLimit: { min: 4, max: null } },
    data: (sets) => {
      const films = new Map<unknown, number>()
      for (const { Director } of sets.get('movies').rows) films.set(Director, (films.get(Director) ?? 0) + 1)
      return resultOfRows([...films].map(([director, count]) => ({ director, films: count })))
    },
  },
  {
    title: 'All words of film titles',
    type: 'WORD_CLOUD',
    options: { column: 'Title' },
    data: (sets) => sets.get('movies'),
    width: 420,
    height: 320,
  },
  {
    title: 'Hostile words',
    type: 'WORD_CLOUD',
    options: { column: 'word', frequenciesColumn: 'count' },
    data: () => resultOfRows(hostile.map((word, index) => ({ word, count: index + 1 }))),
  },
]
