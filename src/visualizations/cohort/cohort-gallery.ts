import { type GalleryCase, resultOfRows } from '../gallery-case.ts'
import type { VisualizationData } from '../visualization.ts'

const longest = 10

/** Spells of rain in Seattle by the month in which they began: how many lasted at least 1, 2, 3… days. */
function spellsOfRain({ rows }: VisualizationData, year: string): VisualizationData {
  const spells = new Map<string, number[]>()
  let current: { month: string; days: number } | null = null
  for (const { date, precipitation } of rows) {
    if (!String(date).startsWith(year)) continue
    if (Number(precipitation) === 0) {
      current = null
      continue
    }
    if (current) current.days++
    else current = { month: `${String(date).slice(0, 7)}-01`, days: 1 }
    const lengths = spells.get(current.month) ?? []
    lengths[current.days - 1] = (lengths[current.days - 1] ?? 0) + 1
    spells.set(current.month, lengths)
  }
  return resultOfRows(
    [...spells].flatMap(([date, lengths]) =>
      lengths.slice(0, longest).map((value, index) => ({
        date,
        day_number: index + 1,
        total: lengths[0] ?? 0,
        value,
      })),
    ),
  )
}

export const gallery: readonly GalleryCase[] = [
  {
    title: 'Spells of rain in Seattle that go on',
    type: 'COHORT',
    options: {
      timeInterval: 'monthly',
      mode: 'simple',
      timeColumnTitle: 'Began in',
      peopleColumnTitle: 'Spells',
      stageColumnTitle: 'Day {{ @ }}',
      percentFormat: '0%',
    },
    data: (sets) => spellsOfRain(sets.get('weather'), '2013'),
    width: 960,
    height: 440,
  },
  {
    title: 'Spells of rain, filled diagonally',
    type: 'COHORT',
    options: {
      timeInterval: 'monthly',
      percentValues: false,
      colors: { min: '#FFFFFF', max: '#049235', steps: 5 },
    },
    data: (sets) => spellsOfRain(sets.get('weather'), '2013'),
  },
  {
    title: 'Spells of rain in a small widget',
    type: 'COHORT',
    options: { timeInterval: 'monthly', mode: 'simple', colors: { min: '#FB8D3D', max: '#604FE9' } },
    data: (sets) => spellsOfRain(sets.get('weather'), '2015'),
    width: 240,
    height: 150,
  },
  {
    title: 'A cohort of a result without its columns',
    type: 'COHORT',
    options: {},
    data: (sets) => sets.get('cars'),
    width: 320,
    height: 150,
  },
  {
    title: 'A cohort with hostile titles',
    type: 'COHORT',
    options: {
      stageColumn: 'constructor',
      timeColumnTitle: '<img src=x onerror="window.hacked=1">',
      stageColumnTitle: '<script>window.hacked={{ @ }}</script>',
      noValuePlaceholder: '<b>',
    },
    data: () =>
      resultOfRows([
        { date: '2024-01-01', constructor: 1, total: 0, value: 1 },
        { date: '2024-01-02', constructor: 1, total: 3, value: 2 },
      ]),
    width: 420,
    height: 150,
  },
]
