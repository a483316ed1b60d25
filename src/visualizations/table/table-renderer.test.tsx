// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { resultOf } from '../parts/columns/column-samples.ts'
import { sampleSettings } from '../sample-settings.ts'
import type { VisualizationData, VisualizationPlace } from '../visualization.ts'
import { normalizeTable } from './table-options.ts'
import TableRenderer from './table-renderer.tsx'

afterEach(cleanup)

function element(
  data: VisualizationData,
  stored: Record<string, unknown>,
  place: VisualizationPlace = 'page',
) {
  return (
    <MantineProvider env="test">
      <TableRenderer
        data={data}
        options={normalizeTable(stored, data, sampleSettings)}
        name="Orders"
        place={place}
        settings={sampleSettings}
      />
    </MantineProvider>
  )
}
const show = (
  data: VisualizationData,
  stored: Record<string, unknown> = {},
  place: VisualizationPlace = 'page',
) => render(element(data, stored, place))

/** Texts of one body column, by its 1-based position. */
function column(place = 1): (string | null)[] {
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector(`td:nth-child(${place})`)?.textContent ?? null)
}
const head = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}( \\d)?$`) })
const headCell = (name: string) => head(name).closest('th')

const people = resultOf(
  [
    ['name', 'string'],
    ['age', 'integer'],
  ],
  [
    ['Cleo', 30],
    ['ada', null],
    ['Bob', 1000],
    ['', 30],
  ],
)

describe('TableRenderer', () => {
  it('shows formatted cells and tells null from empty text', () => {
    show(people)
    expect(column(2)).toEqual(['30', 'null', '1,000', '30'])
    expect(column(1)).toEqual(['Cleo', 'ada', 'Bob', ''])
    expect(screen.getByText('null').className).toContain('null')
    expect(screen.getByRole('region', { name: 'Orders' })).toBeTruthy()
  })

  it('renders nothing without rows', () => {
    const { container } = show(resultOf([['name', 'string']]))
    expect(container.querySelector('table, input')).toBeNull()
  })

  it('shows a note without rows in the editor, and a note everywhere when all columns are hidden', () => {
    show(resultOf([['name', 'string']]), {}, 'editor')
    expect(screen.getByText('The result has no rows, so there is none to show.')).toBeTruthy()
    cleanup()
    show(people, {
      columns: [
        { name: 'name', visible: false },
        { name: 'age', visible: false },
      ],
    })
    expect(screen.getByText('All columns are hidden. Make one visible in the editor.')).toBeTruthy()
  })

  it('labels a header with an empty title', () => {
    show(people, { columns: [{ name: 'age', title: '' }] })
    expect(screen.getByRole('button', { name: 'age' }).textContent).toBe('')
  })

  it('shows only visible columns in their order', () => {
    show(people, {
      columns: [
        { name: 'age', title: 'Years' },
        { name: 'name', visible: false },
      ],
    })
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Years'])
  })

  it('sorts by click: ascending, descending, none', () => {
    show(people)
    expect(headCell('age')?.getAttribute('aria-sort')).toBe('none')
    fireEvent.click(head('age'))
    expect(column(2)).toEqual(['null', '30', '30', '1,000'])
    expect(column(1)).toEqual(['ada', 'Cleo', '', 'Bob'])
    expect(headCell('age')?.getAttribute('aria-sort')).toBe('ascending')
    fireEvent.click(head('age'))
    expect(column(2)).toEqual(['1,000', '30', '30', 'null'])
    expect(headCell('age')?.getAttribute('aria-sort')).toBe('descending')
    fireEvent.click(head('age'))
    expect(column(1)).toEqual(['Cleo', 'ada', 'Bob', ''])
  })

  it('sorts by several columns with shift and shows their rank', () => {
    show(people)
    fireEvent.click(head('age'))
    expect(headCell('age')?.textContent).toBe('age')
    fireEvent.click(head('name'), { shiftKey: true })
    expect(column(1)).toEqual(['ada', '', 'Cleo', 'Bob'])
    expect([headCell('age')?.textContent, headCell('name')?.textContent]).toEqual(['age1', 'name2'])
    fireEvent.click(head('name'))
    expect(headCell('age')?.getAttribute('aria-sort')).toBe('none')
  })

  it('resets the sort for other columns, but not for other rows', () => {
    const { rerender } = show(people)
    fireEvent.click(head('age'))
    rerender(element({ ...people, rows: [...people.rows].reverse() }, {}))
    expect(headCell('age')?.getAttribute('aria-sort')).toBe('ascending')
    rerender(element(people, { columns: [{ name: 'age', numberFormat: '0.0' }] }))
    expect(headCell('age')?.getAttribute('aria-sort')).toBe('none')
  })

  it('searches the columns that allow it', async () => {
    show(people, { columns: [{ name: 'name', allowSearch: true }] })
    const field = screen.getByPlaceholderText('Search name...')
    await act(async () => {
      fireEvent.focus(field)
      fireEvent.change(field, { target: { value: 'B' } })
    })
    expect(column(1)).toEqual(['Bob'])
    expect(screen.getByRole('status').textContent).toBe('1 of 4 rows')
    await act(async () => fireEvent.change(field, { target: { value: 'nobody' } }))
    expect(screen.getByText('No rows match.')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe('0 of 4 rows')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Clear search and filters' })))
    expect(column(1)).toHaveLength(4)
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('has no search field when no column allows it', () => {
    show(people)
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  it('shows the description in the header', () => {
    show(people, { columns: [{ name: 'age', description: 'In years' }] })
    expect(screen.getByRole('button', { name: 'In years' })).toBeTruthy()
  })
})

describe('pages', () => {
  const many = resultOf(
    [['n', 'integer']],
    Array.from({ length: 60 }, (_, n) => [n]),
  )
  it('have the set size, and are hidden when there is only one', () => {
    const { rerender } = show(many)
    expect(column()).toHaveLength(25)
    fireEvent.click(screen.getByRole('button', { name: 'Page 3' }))
    expect(column()).toEqual(['50', '51', '52', '53', '54', '55', '56', '57', '58', '59'])
    rerender(element({ ...many, rows: many.rows.slice(0, 30) }, {}))
    expect(column()).toEqual(['25', '26', '27', '28', '29'])
    rerender(element(many, { itemsPerPage: 100 }))
    expect(column()).toHaveLength(60)
    expect(screen.queryByRole('button', { name: 'Page 1' })).toBeNull()
  })
  it('return to the first after sorting, which sorts all rows', () => {
    show(many)
    fireEvent.click(screen.getByRole('button', { name: 'Page 2' }))
    fireEvent.click(head('n'))
    fireEvent.click(head('n'))
    expect(column().slice(0, 2)).toEqual(['59', '58'])
  })
})

describe('kinds of cells', () => {
  it('show the exact instant of dates as title', () => {
    show(resultOf([['at', 'datetime']], [['2024-03-05T09:07:08.123456']]))
    expect(screen.getByText('05/03/24 09:07').getAttribute('title')).toBe('2024-03-05T09:07:08.123456Z')
  })

  it('open JSON by keyboard-operable buttons', () => {
    show(resultOf([['doc', null]], [['{"a":[1,null],"b":{}}']]), {
      columns: [{ name: 'doc', displayAs: 'json' }],
    })
    const branch = screen.getByRole('button', { name: 'object, 2 items' })
    expect(branch.getAttribute('aria-expanded')).toBe('false')
    expect(branch.textContent).toBe('{…} // 2 items')
    fireEvent.click(branch)
    fireEvent.click(screen.getByRole('button', { name: 'a, 2 items' }))
    expect(column()).toEqual(['{a: [1null]b: {}}'])
    fireEvent.click(branch)
    expect(branch.getAttribute('aria-expanded')).toBe('false')
  })

  it('show invalid JSON as text', () => {
    show(resultOf([['doc', null]], [['{oops']]), { columns: [{ name: 'doc', displayAs: 'json' }] })
    expect(column()).toEqual(['{oops'])
  })

  it('show an unknown kind as text', () => {
    show(people, { columns: [{ name: 'name', displayAs: 'hologram' }] })
    expect(column()).toEqual(['Cleo', 'ada', 'Bob', ''])
  })

  it('render only columns in view when there are many', () => {
    const names = Array.from({ length: 300 }, (_, n) => [`c${n}`, 'integer'] as const)
    show(resultOf(names, [names.map((_, n) => n)]))
    expect(screen.getAllByRole('columnheader').length).toBeLessThan(60)
    expect(screen.getByRole('grid').getAttribute('aria-colcount')).toBe('300')
  })
})

describe('data is never code', () => {
  const one = (cell: unknown, options: Record<string, unknown>, more: Record<string, unknown> = {}) => {
    const data = resultOf([['a', 'string']], [[cell]])
    show({ ...data, rows: [{ ...data.rows[0], ...more }] }, { columns: [{ name: 'a', ...options }] })
    return screen.getByRole('grid')
  }
  const payloads = [
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<svg onload=alert(1)><animate onbegin=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="java&#9;script:alert(1)">x</a>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<form action="https://evil"><input name=password></form>',
    '<style>body{display:none}</style>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<div id="root" name="cookie">x</div>',
    '"><base href="https://evil/">',
  ]

  it.each(payloads)('in text cells: %s', (payload) => {
    const table = one(payload, {})
    expect(column()).toEqual([payload])
    expect(
      table.querySelector('tbody')?.querySelector('img, script, svg, a, iframe, form, style, base'),
    ).toBeNull()
  })

  it('in names: titles and descriptions are text', () => {
    const table = one('x', { title: payloads[0], description: payloads[1] })
    expect(table.querySelector('img, script')).toBeNull()
  })

  it.each(['javascript:alert(1)', ' java\nscript:alert(1)', 'data:text/html,x', 'vbscript:x'])(
    'in links: %j is text without a link',
    (address) => {
      const table = one(address, { displayAs: 'link', linkTextTemplate: 'open' })
      expect(table.querySelector('tbody a')).toBeNull()
      expect(column()).toEqual(['open'])
    },
  )

  it('in templates: another column cannot smuggle a scheme in', () => {
    const table = one('x', { displayAs: 'link', linkUrlTemplate: '{{ b }}' }, { b: 'javascript:alert(1)' })
    expect(table.querySelector('tbody a')).toBeNull()
  })

  it('in pictures: only http, https and inline pictures are loaded', () => {
    expect(one('javascript:alert(1)', { displayAs: 'image' }).querySelector('img')).toBeNull()
    cleanup()
    const table = one('https://x/"onerror="alert(1)', {
      displayAs: 'image',
      imageTitleTemplate: '"><script>',
    })
    const image = table.querySelector('img')
    expect(image?.getAttribute('alt')).toBe('"><script>')
    expect(image?.getAttributeNames().filter((name) => name.startsWith('on'))).toEqual([])
  })

  it('links carry rel', () => {
    one('https://x/', { displayAs: 'link' })
    const link = within(screen.getByRole('grid')).getByRole('link')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(link.getAttribute('target')).toBe('_blank')
  })
})
