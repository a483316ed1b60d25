import { describe, expect, it } from 'vitest'
import { sampleSettings } from '../../sample-settings.ts'
import {
  cellContent,
  formatBoolean,
  formatCell,
  imageCell,
  kindOf,
  linkCell,
  parseJsonCell,
  searchText,
  showsNull,
} from './cell.ts'
import { mergeColumns, type TableColumn } from './column-options.ts'
import { resultOf } from './column-samples.ts'

function column(part: Partial<TableColumn>, type: string | null = 'string'): TableColumn {
  const [made] = mergeColumns(resultOf([['a', type]]).columns, undefined, sampleSettings)
  return { ...(made as TableColumn), ...part }
}
const link = (part: Partial<TableColumn>, value: unknown, row = {}) =>
  linkCell(column({ displayAs: 'link', ...part }), value, { a: value, ...row })

describe('cells', () => {
  it('show as text for an unknown kind', () => {
    expect(kindOf(column({ displayAs: 'hologram' }))).toBe('string')
    expect(kindOf(column({ displayAs: 'toString' }))).toBe('string')
  })

  it('format numbers, dates and booleans', () => {
    expect(formatCell(column({}, 'integer'), '12345678901234567890', sampleSettings)).toBe(
      '12,345,678,901,234,567,890',
    )
    expect(formatCell(column({}, 'float'), 1.005, { ...sampleSettings, decimalSeparator: ',' })).toBe('1,01')
    expect(formatCell(column({}, 'datetime'), '2024-03-05T09:07:00', sampleSettings)).toBe('05/03/24 09:07')
    expect(formatCell(column({ dateTimeFormat: '' }, 'date'), '2024-03-05', sampleSettings)).toBe(
      '2024-03-05',
    )
    expect(formatCell(column({}, 'boolean'), false, sampleSettings)).toBe('false')
  })

  it('format booleans with the texts of the column', () => {
    expect([true, false].map((value) => formatBoolean(value, ['no', 'yes']))).toEqual(['yes', 'no'])
    expect([true, false].map((value) => formatBoolean(value, ['yes']))).toEqual(['yes', ''])
    expect([true, false].map((value) => formatBoolean(value, []))).toEqual(['true', 'false'])
  })

  it('mark null, unless a template does not use the cell', () => {
    expect(showsNull(column({}), null)).toBe(true)
    expect(showsNull(column({}), undefined)).toBe(false)
    expect(showsNull(column({}), '')).toBe(false)
    expect(showsNull(column({ displayAs: 'link' }), null)).toBe(true)
    expect(showsNull(column({ displayAs: 'link', linkUrlTemplate: '/x/{{ id }}' }), null)).toBe(false)
    expect(showsNull(column({ displayAs: 'image', imageUrlTemplate: 'https://x/{{ id }}' }), null)).toBe(
      false,
    )
  })

  it('build links from templates with values of the row', () => {
    expect(
      link(
        { linkUrlTemplate: ' https://x/{{ id }} ', linkTextTemplate: 'Order {{ @ }}', linkTitleTemplate: '' },
        'A',
        { id: 7 },
      ),
    ).toEqual({ href: 'https://x/7', text: 'Order A', title: undefined, newTab: true })
    expect(link({ linkTextTemplate: ' ' }, '/queries/1').text).toBe('/queries/1')
    expect(link({}, '')).toMatchObject({ href: undefined, text: '' })
    expect(link({ linkOpenInNewTab: false }, 'x').newTab).toBe(false)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' \u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://x/1',
  ])('never link to %j', (address) => {
    expect(link({}, address).href).toBeUndefined()
    expect(link({ linkUrlTemplate: '{{ b }}' }, 1, { b: address }).href).toBeUndefined()
  })

  it.each([
    'https://x/',
    'http://x/',
    'ftp://x/',
    'mailto:a@b.c',
    'tel:+4930123',
    '/queries/1',
    '?a=1',
    '#x',
    'x/y',
    '//x/y',
  ])('link to %j', (address) => {
    expect(link({}, address).href).toBe(address)
  })

  it('load images only from http, https and image data URIs', () => {
    const src = (value: string) => imageCell(column({ displayAs: 'image' }), value, { a: value }).src
    expect(src('https://x/a.png')).toBe('https://x/a.png')
    expect(src('data:image/png;base64,AAAA')).toBe('data:image/png;base64,AAAA')
    expect(src('data:text/html,x')).toBeUndefined()
    expect(src('javascript:alert(1)')).toBeUndefined()
    expect(src('/logout')).toBeUndefined()
    expect(src('')).toBeUndefined()
  })

  it('size images by templates that yield positive integers', () => {
    const image = (imageWidth: string, imageHeight: string) =>
      imageCell(column({ displayAs: 'image', imageWidth, imageHeight }), 'https://x', {
        a: 'https://x',
        w: 30,
      })
    expect(image('{{ w }}', '40px')).toMatchObject({ width: 30, height: 40 })
    expect(image('-5', 'wide')).toMatchObject({ width: undefined, height: undefined })
    expect(image('', '0')).toMatchObject({ width: undefined, height: undefined })
  })

  it('parse JSON up to the limit', () => {
    expect(parseJsonCell('{"a":1}', sampleSettings)).toEqual({ value: { a: 1 } })
    expect(parseJsonCell('null', sampleSettings)).toEqual({ value: null })
    expect(parseJsonCell('{oops', sampleSettings)).toBeUndefined()
    expect(parseJsonCell('[1,2]', { ...sampleSettings, tableCellMaxJSONSize: 4 })).toBeUndefined()
    expect(parseJsonCell(5, sampleSettings)).toBeUndefined()
  })

  it('are searched by their displayed text', () => {
    const text = (part: Partial<TableColumn>, value: unknown, type: string | null = 'string') =>
      searchText(column(part, type), { a: value, id: 7 }, sampleSettings)
    expect(text({}, 1234, 'integer')).toBe('1,234')
    expect(text({}, null, 'integer')).toBe('null')
    expect(text({}, undefined)).toBe('')
    expect(text({ displayAs: 'link', linkTextTemplate: 'Order {{ id }}' }, 'https://x')).toBe('Order 7')
    expect(text({ displayAs: 'image', imageTitleTemplate: 'Photo {{ id }}' }, 'https://x')).toBe('Photo 7')
  })

  it('are searched by the text content of their HTML', () => {
    const html = (value: string) => searchText(column({ allowHTML: true }), { a: value }, sampleSettings)
    expect(html('Nine <b>neighbors</b> &amp; <br>more &lt;3')).toBe('Nine neighbors & more <3')
    expect(searchText(column({}), { a: '<b>x</b>' }, sampleSettings)).toBe('<b>x</b>')
  })
})

describe('cellContent', () => {
  const content = (part: Partial<TableColumn>, value: unknown, type: string | null = 'string', row = {}) =>
    cellContent(column(part, type), { a: value, ...row }, sampleSettings)

  it('is empty without a cell, and the null text for null', () => {
    expect(content({}, undefined)).toEqual({ kind: 'empty' })
    for (const displayAs of ['string', 'number', 'datetime', 'boolean', 'link', 'image', 'json', 'other']) {
      expect(content({ displayAs }, null)).toEqual({ kind: 'null', text: 'null' })
    }
  })

  it('is plain or formatted text', () => {
    expect(content({}, '<b>x</b>')).toEqual({ kind: 'text', text: '<b>x</b>' })
    expect(content({}, '')).toEqual({ kind: 'text', text: '' })
    expect(content({}, 1234.5, 'float')).toEqual({ kind: 'text', text: '1,234.50' })
    expect(content({ displayAs: 'hologram' }, 7)).toEqual({ kind: 'text', text: '7' })
  })

  it('has the exact instant or day of a date as title when the format omits something', () => {
    expect(content({}, '2024-03-05T09:07:08.123456', 'datetime')).toEqual({
      kind: 'text',
      text: '05/03/24 09:07',
      title: '2024-03-05T09:07:08.123456Z',
    })
    expect(content({}, '2024-03-05', 'date')).toEqual({ kind: 'text', text: '05/03/24', title: '2024-03-05' })
    expect(content({ dateTimeFormat: 'YYYY-MM-DD' }, '2024-03-05', 'date')).not.toHaveProperty('title')
    expect(content({}, 'soon', 'datetime')).toEqual({ kind: 'text', text: 'soon' })
  })

  it('turns addresses into links only where HTML is allowed', () => {
    const address = 'https://x/'
    expect(content({ highlightLinks: true }, address)).toEqual({ kind: 'text', text: address })
    expect(content({ allowHTML: true }, address)).toEqual({ kind: 'html', html: address })
    expect(content({ allowHTML: true, highlightLinks: true }, `${address}<br>www.y.com`)).toEqual({
      kind: 'html',
      html: '<a href="https://x/" target="_blank">https://x/</a><br>www.y.com',
    })
  })

  it('is JSON if it parses, otherwise text', () => {
    expect(content({ displayAs: 'json' }, '[1]')).toEqual({ kind: 'json', text: '[1]' })
    expect(content({ displayAs: 'json' }, '[1')).toEqual({ kind: 'text', text: '[1' })
    expect(content({ displayAs: 'json' }, 5)).toEqual({ kind: 'text', text: '5' })
    expect(content({ displayAs: 'json' }, '['.repeat(40_000))).toMatchObject({ kind: 'text' })
  })

  it('keeps all digits of long integers in JSON', () => {
    expect(parseJsonCell('{"id":12345678901234567890,"n":7}', sampleSettings)).toEqual({
      value: { id: 12345678901234567890n, n: 7 },
    })
  })
})
