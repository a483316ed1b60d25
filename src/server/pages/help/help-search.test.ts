import { describe, expect, it } from 'vitest'
import { searchHelp } from './assets/help-search.js'

const page = (
  name: string,
  fields: { title: string; summary?: string; keywords?: string; text?: string },
) => ({
  name,
  summary: '',
  keywords: '',
  address: `/help/${name}`,
  ...fields,
  sections: [
    { id: '', title: '', text: 'Begin here.' },
    { id: 'more', title: 'More', text: fields.text ?? '' },
  ],
})
const index = [
  page('maps', { title: 'Maps', keywords: 'latitude, longitude', text: 'Tables of places.' }),
  page('table', { title: 'Table', summary: 'Rows and columns.', text: 'Sorting the rows of a café.' }),
  page('pivot', { title: 'Pivot table', text: 'Sums.' }),
]
const found = (text: string) => searchHelp(index, text).map(({ address }) => address)

describe('search in the help', () => {
  it('puts titles first, then words with this beginning', () => {
    expect(found('table')).toEqual(['/help/table', '/help/pivot', '/help/maps#more'])
  })

  it('puts an exact title before titles that contain the word', () => {
    const pages = [
      page('custom-chart', { title: 'Custom chart', text: 'Chart, chart.', keywords: 'chart' }),
      page('chart', { title: 'Chart' }),
    ]
    expect(searchHelp(pages, 'chart').map(({ name }) => name)).toEqual(['chart', 'custom-chart'])
  })

  it('needs every word, anywhere, ignoring case and accents', () => {
    expect(found('TABLE Cafe')).toEqual(['/help/table#more'])
    expect(found('table nowhere')).toEqual([])
  })

  it('leads to the section that contains the word, and names it', () => {
    expect(searchHelp(index, 'sums')).toEqual([
      { name: 'pivot', title: 'Pivot table', summary: '', address: '/help/pivot#more', section: 'More' },
    ])
    expect(found('latit')).toEqual(['/help/maps'])
  })

  it('finds nothing without words', () => {
    for (const text of ['', '  ', '?!', '"']) expect(found(text)).toEqual([])
  })

  it('returns at most the requested number of pages', () => {
    expect(searchHelp(index, 'table', 1)).toHaveLength(1)
  })
})
