import { type GalleryCase, resultOfRows } from '../gallery-case.ts'
import type { VisualizationData } from '../visualization.ts'

const searched = ['name', 'city', 'amount', 'ordered_at']

export const gallery: readonly GalleryCase[] = [
  { title: 'Cars', type: 'TABLE', options: {}, data: (sets) => sets.get('cars') },
  {
    title: 'Weather in colors',
    type: 'TABLE',
    options: {
      columns: [
        { name: 'temp_max', colorScale: 'sequential' },
        { name: 'temp_min', colorScale: 'diverging' },
        {
          name: 'wind',
          colorScale: 'sequential',
          displayAs: 'link',
          linkUrlTemplate: 'https://example.com/{{ @ }}',
        },
        { name: 'precipitation', bars: true },
      ],
    },
    data: (sets) => sets.get('weather'),
  },
  {
    title: 'Every kind of cell',
    type: 'TABLE',
    width: 960,
    options: {
      columns: [
        { name: 'flag', displayAs: 'image', imageTitleTemplate: 'Flag of {{ country }}', imageHeight: '16' },
        {
          name: 'country',
          displayAs: 'link',
          description: 'Opens the article of the country',
          linkUrlTemplate: 'https://en.wikipedia.org/wiki/{{ @ }}',
          linkTitleTemplate: '{{ @ }} in the encyclopedia',
          allowSearch: true,
        },
        { name: 'note', allowHTML: true, highlightLinks: true, allowSearch: true },
        { name: 'inhabitants', description: 'Estimate of 2024' },
        { name: 'share', numberFormat: '0.0%' },
        { name: 'island', booleanValues: ['no', 'yes'] },
        { name: 'facts', displayAs: 'json' },
      ],
    },
    data: () => resultOfRows(countries),
  },
  { title: 'Two hundred columns', type: 'TABLE', options: {}, data: () => wide(200, 40) },
  {
    title: 'Long texts',
    type: 'TABLE',
    options: {
      columns: [{ name: 'title', title: 'A title that is much longer than two hundred pixels are wide' }],
    },
    data: () => resultOfRows(longTexts),
  },
  {
    title: 'Hostile cells',
    type: 'TABLE',
    options: {
      columns: [
        { name: 'html', allowHTML: true, highlightLinks: true, allowSearch: true, title: '<b>html</b>' },
        { name: 'text', description: '<img src=x onerror="window.hacked=1">', allowSearch: true },
        { name: 'link', displayAs: 'link', allowSearch: true },
        { name: 'image', displayAs: 'image', allowSearch: true },
        { name: 'json', displayAs: 'json' },
      ],
    },
    data: () => resultOfRows(hostile),
  },
  {
    title: 'One hundred thousand rows',
    type: 'TABLE',
    width: 960,
    options: { columns: searched.map((name) => ({ name, allowSearch: true })) },
    data: () => manyRows(100_000),
  },
]

/** A small striped flag as a data URI, so that nothing is fetched. */
function flagOf(...colors: readonly string[]): string {
  const stripes = colors.map((color, index) => `<path fill='${color}' d='M0 ${index}h4v1H0z'/>`)
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3' width='32' height='24'>${stripes.join('')}</svg>`,
  )}`
}

const countries = [
  {
    flag: flagOf('#000000', '#dd0000', '#ffcc00'),
    country: 'Germany',
    note: 'Nine <b>neighbors</b>: https://www.destatis.de/',
    inhabitants: 83_577_140,
    share: 1.02,
    island: false,
    founded: '1949-05-23',
    counted_at: '2024-12-31T23:59:59.999',
    facts: '{"capital":"Berlin","languages":["German"],"eu":true}',
  },
  {
    flag: flagOf('#ae1c28', '#ffffff', '#21468b'),
    country: 'Netherlands',
    note: 'A quarter lies <i>below</i> the sea',
    inhabitants: 18_044_027,
    share: 0.22,
    island: false,
    founded: '1815-03-16',
    counted_at: '2025-01-01T00:00:00',
    facts: '{"capital":"Amsterdam","languages":["Dutch","Frisian"],"area":41865}',
  },
  {
    flag: flagOf('#ffffff', '#bc002d', '#ffffff'),
    country: 'Japan',
    note: null,
    inhabitants: 123_802_000,
    share: 1.5,
    island: true,
    founded: '1947-05-03',
    counted_at: '2024-10-01T00:00:00',
    facts: '{"capital":"Tokyo","islands":14125}',
  },
  {
    flag: null,
    country: 'Atlantis',
    note: '',
    inhabitants: null,
    share: null,
    island: null,
    founded: null,
    counted_at: null,
    facts: 'not known',
  },
]

const longTexts = [
  {
    id: 1,
    title:
      'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore',
    address: `https://example.com/${'a-very-long-path-without-any-space/'.repeat(6)}`,
    poem: 'Whose woods these are I think I know.\nHis house is in the village though;\nHe will not see me stopping here\nTo watch his woods fill up with snow.',
  },
  { id: 2, title: 'Short', address: 'https://example.com/', poem: 'One line' },
]

const hostile = [
  {
    html: '<script>window.hacked=1</script><a href="javascript:window.hacked=1">a</a><iframe srcdoc="<script>parent.hacked=1</script>"></iframe><b>bold</b>',
    text: '<script>window.hacked=1</script>',
    link: 'javascript:window.hacked=1',
    image: 'x" onerror="window.hacked=1',
    json: '{"<img src=x onerror=window.hacked=1>":"<script>window.hacked=1</script>","__proto__":{"hacked":1}}',
  },
  {
    html: '<div style="position:fixed;inset:0;background:red">over everything</div>https://example.com/?a=1&b=2',
    text: '{{ link }} ‮desrever',
    link: 'https://example.com/"onmouseover="window.hacked=1',
    image: 'data:text/html,<script>window.hacked=1</script>',
    json: `${'['.repeat(20_000)}`,
  },
]

function wide(columns: number, rows: number): VisualizationData {
  return resultOfRows(
    Array.from({ length: rows }, (_, row) =>
      Object.fromEntries(
        Array.from({ length: columns }, (__, column) => [
          `measure_${column + 1}`,
          column % 4 === 1 ? `text ${row}.${column}` : row * 100 + column / (column % 4 === 0 ? 1 : 8),
        ]),
      ),
    ),
  )
}

const words = ['amber', 'birch', 'cobalt', 'dune', 'ember', 'fjord', 'grove', 'harbor', 'iris', 'juniper']

/** The same pseudo-random rows each time: ten columns of all types, unsorted. */
function manyRows(count: number): VisualizationData {
  let seed = 42
  const next = (below: number) => {
    seed = (seed * 16_807) % 2_147_483_647
    return Math.floor((seed / 2_147_483_647) * below)
  }
  const word = () => words[next(words.length)] ?? ''
  const rows = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `${word()} ${word()} ${next(10_000)}`,
    city: word(),
    amount: next(10_000_000) / 100,
    quantity: next(1000),
    ratio: next(1_000_000) / 1_000_000,
    paid: next(2) === 1,
    ordered_on: new Date(1_500_000_000_000 + next(3000) * 86_400_000).toISOString().slice(0, 10),
    ordered_at: new Date(1_500_000_000_000 + next(250_000_000) * 1000).toISOString(),
    note: next(5) === 0 ? null : `${word()}-${next(100)}`,
  }))
  // flat strings as parsed from JSON: concatenated strings are slower to compare
  return resultOfRows(JSON.parse(JSON.stringify(rows)) as typeof rows)
}
