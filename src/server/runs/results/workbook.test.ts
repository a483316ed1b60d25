import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { ResultColumn } from '#shared/results/results-api.ts'
import { columnLetters, xmlText } from './sheet-text.ts'
import { workbook } from './workbook.ts'

const column = (name: string): ResultColumn => ({ name, friendly_name: name, type: null })

async function write(
  columns: ResultColumn[],
  chunks: string[],
  maxRows?: number,
): Promise<Record<string, string>> {
  async function* source() {
    for (const chunk of chunks) yield Buffer.from(chunk)
  }
  const parts: Buffer[] = []
  for await (const part of workbook({ columns, chunks: source(), ...(maxRows ? { maxRows } : {}) }))
    parts.push(part)
  const files = unzipSync(Buffer.concat(parts))
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]),
  )
}

const rowsOf = (xml: string | undefined) => /<sheetData>(.*)<\/sheetData>/s.exec(xml ?? '')?.[1] ?? ''
const text = (place: string, value: string) =>
  `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`

describe('workbook', () => {
  it('writes raw values: numbers that keep their digits, booleans, texts, nothing for null', async () => {
    const files = await write(
      [column('a'), column('b & c'), column('d')],
      [
        '{"a":1.50,"b & c":true,"d":"<x> & \\"y\\""}',
        ',{"a":9007199254740993,"b & c":null,"d":"=1+1"},{"a":0.1000000000000000055,"b & c":{"k":[1]},"d":"\\u0007"}',
      ],
    )
    expect(rowsOf(files['xl/worksheets/sheet1.xml'])).toBe(
      [
        `<row r="1">${text('A1', 'a')}${text('B1', 'b &amp; c')}${text('C1', 'd')}</row>`,
        `<row r="2"><c r="A2"><v>1.50</v></c><c r="B2" t="b"><v>1</v></c>${text('C2', '&lt;x&gt; &amp; "y"')}</row>`,
        `<row r="3">${text('A3', '9007199254740993')}${text('C3', '=1+1')}</row>`,
        `<row r="4">${text('A4', '0.1000000000000000055')}${text('B4', '{"k":[1]}')}${text('C4', '_x0007_')}</row>`,
      ].join(''),
    )
    expect(files['xl/workbook.xml']).toContain('<sheet name="result" sheetId="1" r:id="rId1"/></sheets>')
    expect(Object.keys(files)).toContain('[Content_Types].xml')
  })

  it('keeps 17-digit doubles as numbers', async () => {
    const files = await write(
      [column('a')],
      ['{"a":0.30000000000000004},{"a":1.7976931348623157e308},{"a":1e-7}'],
    )
    expect(files['xl/worksheets/sheet1.xml']).not.toContain('<row r="2"><c r="A2" t=')
    expect(files['xl/worksheets/sheet1.xml']?.match(/<v>/g)).toHaveLength(3)
  })

  it('starts another sheet when one is full, but not when the last is exactly full', async () => {
    const chunks = ['{"a":1},{"a":2},{"a":3}', ',{"a":4}', ',{"a":5}']
    const files = await write([column('a')], chunks, 3)
    const values = (n: number) =>
      [...(files[`xl/worksheets/sheet${n}.xml`] ?? '').matchAll(/<v>(\d)/g)].map((m) => m[1])
    expect([values(1), values(2), values(3)]).toEqual([['1', '2'], ['3', '4'], ['5']])
    expect(files['xl/workbook.xml']).toContain('name="result 3"')
    const even = await write([column('a')], chunks.slice(0, 2), 3)
    expect(Object.keys(even).filter((name) => name.includes('sheet'))).toHaveLength(2)
  })

  it('marks texts that are longer than a cell, and counts them in a sheet of notes', async () => {
    const long = 'x'.repeat(32_767)
    const rows = [
      { a: `${long}y`, b: long, c: 1 },
      { a: '\u{1f600}'.repeat(20_000), b: '\n'.repeat(40_000), c: ['z'.repeat(40_000)] },
      { a: null, b: 'é'.repeat(32_767), c: null },
    ]
    const columns = ['a', 'b', 'c'].map(column)
    const files = await write(columns, [rows.map((row) => JSON.stringify(row)).join(',')])
    const cells = [
      ...(files['xl/worksheets/sheet1.xml'] ?? '').matchAll(/r="([A-C][2-4])"[^>]*><is><t [^>]*>([^<]*)</g),
    ]
    const byPlace = new Map(cells.map(([, place = '', value = '']) => [place, value]))
    expect(Math.max(...[...byPlace.values()].map((value) => value.length))).toBe(32_767)
    expect(
      [...byPlace].filter(([, value]) => /… \[cut: [\d,]+ characters\]$/.test(value)).map(([place]) => place),
    ).toEqual([...['A2', 'A3', 'B3', 'C3']])
    expect(byPlace.get('A2')).toMatch(/x… \[cut: 32,768 characters\]$/)
    expect(byPlace.get('A3')).toMatch(/^\u{1f600}+… \[cut: 40,000 characters\]$/u)
    expect(byPlace.get('B2')).toBe(long)
    expect(files['xl/workbook.xml']).toContain('<sheet name="Notes" sheetId="2" r:id="rId2"/></sheets>')
    const notes = rowsOf(files['xl/worksheets/sheet2.xml'])
    for (const [row, name, count] of [
      [5, 'a', 2],
      [6, 'b', 1],
      [7, 'c', 1],
    ] as const) {
      expect(notes).toContain(
        `<row r="${row}">${text(`A${row}`, name)}<c r="B${row}"><v>${count}</v></c></row>`,
      )
    }
  })

  it('writes numbers as texts that a spreadsheet would read as another number', async () => {
    const digits = '7'.repeat(40_000)
    const files = await write([column('a')], [`{"a":1e999},{"a":5e-324},{"a":0e0},{"a":1e5},{"a":${digits}}`])
    const sheet = files['xl/worksheets/sheet1.xml'] ?? ''
    expect(sheet).toContain(text('A2', '1e999'))
    expect(sheet).toContain(text('A3', '5e-324'))
    expect(sheet).toContain('<c r="A4"><v>0e0</v></c>')
    expect(sheet).toContain('<c r="A5"><v>1e5</v></c>')
    expect(sheet).toMatch(/<c r="A6" t="inlineStr">.*7… \[cut: 40,000 characters\]</)
  })

  it('writes a sheet with its header when there are no rows', async () => {
    const files = await write([column('a')], [])
    expect(rowsOf(files['xl/worksheets/sheet1.xml'])).toBe(`<row r="1">${text('A1', 'a')}</row>`)
  })

  it('does not hide an error while streaming', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('{"a":1}')
      throw new Error('the database is gone')
    }
    const read = async () => {
      for await (const _ of workbook({ columns: [column('a')], chunks: broken() }));
    }
    await expect(read()).rejects.toThrow('the database is gone')
  })
})

describe('xmlText and columnLetters', () => {
  it('writes characters that XML cannot contain as spreadsheets do', () => {
    expect(xmlText('a\u0000\r\n\t_x0041_ \ud800')).toBe('a_x0000__x000D_\n\t_x005F_x0041_ \ufffd')
  })
  it('counts columns in letters', () => {
    expect([0, 25, 26, 51, 52, 701, 702, 16_383].map(columnLetters)).toEqual([
      ...['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA', 'XFD'],
    ])
  })
})
