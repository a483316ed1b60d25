import { describe, expect, it } from 'vitest'
import { acceptedEncoding } from './accepted-encoding.ts'
import { contentDisposition, fileBase } from './result-file-name.ts'

const day = new Date('2026-01-02T23:00:00Z')

describe('names of downloads', () => {
  it('are made from the name of the query', () => {
    expect(fileBase('  Sales: "north" / <south>|?* ', 5)).toBe('Sales_north_south')
    expect(fileBase('a\u0000\u200bb\n c', 5)).toBe('ab_c')
    expect(fileBase('///', 5)).toBe('5')
  })
  it('are sent in ASCII, and also percent-encoded if that loses characters', () => {
    expect(contentDisposition('Sales', day, 'csv')).toBe('attachment; filename=Sales_2026_01_02.csv')
    expect(contentDisposition('Café', day, 'csv')).toBe(
      "attachment; filename=Cafe_2026_01_02.csv; filename*=UTF-8''Caf%C3%A9_2026_01_02.csv",
    )
    expect(contentDisposition("a;b'(c)", day, 'tsv')).toBe(`attachment; filename="a;b'(c)_2026_01_02.tsv"`)
    expect(contentDisposition('日本\ud800', day, 'xlsx')).toMatch(
      /^attachment; filename=_2026_01_02.xlsx; filename\*=/,
    )
  })
})

describe('acceptedEncoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip;q=1.0, zstd;q=0', 'gzip'],
    ['*', 'gzip'],
    ['br', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('%s -> %s', (header, expected) => expect(acceptedEncoding(header)).toBe(expected))
})
