import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeText } from '#connectors/encode-cell.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import { delimitedText } from './delimited-text.ts'
import { rowEncoder } from './row-encoder.ts'

const column = (name: string, type: string | null): ResultColumn => ({ name, friendly_name: name, type })

function csv(columns: ResultColumn[], rows: string[], delimiter: ',' | '\t' = ','): string {
  const text = delimitedText({ delimiter, columns, dateFormat: 'DD/MM/YY', dateTimeFormat: 'DD/MM/YY HH:mm' })
  return Buffer.concat([text.header(), text.convert(Buffer.from(rows.join(',')))]).toString('utf8')
}

describe('delimitedText', () => {
  it('writes every kind of cell', () => {
    const columns = [column('n', 'integer'), column('b', 'boolean'), column('t', 'string'), column('j', null)]
    const rows = [
      '{"n":9007199254740993,"b":true,"t":"a,b","j":{"x":[1,"y"]}}',
      '{"n":-1.50,"b":false,"t":"say \\"hi\\"","j":[1]}',
      '{"n":null,"b":null,"t":"two\\nlines","j":null}',
      '{"n":1e5,"b":true,"t":"Zürich 😀","j":"{}"}',
    ]
    expect(csv(columns, rows)).toBe(
      [
        'n,b,t,j',
        '9007199254740993,true,"a,b","{""x"":[1,""y""]}"',
        '-1.50,false,"say ""hi""",[1]',
        ',,"two\nlines",',
        '1e5,true,Zürich 😀,{}',
        '',
      ].join('\r\n'),
    )
  })

  it('writes dates in the formats of the organization, and leaves other text alone', () => {
    const columns = [column('d', 'date'), column('t', 'datetime')]
    const rows = [
      '{"d":"2026-03-04","t":"2026-03-04T05:06:07.890Z"}',
      '{"d":"2026-03-04T23:00:00+02:00","t":"2026-03-04"}',
      '{"d":"soon","t":"2026-13-04"}',
      '{"d":12,"t":""}',
    ]
    expect(csv(columns, rows).split('\r\n').slice(1, -1)).toEqual([
      ...['04/03/26,04/03/26 05:06', '04/03/26,04/03/26 00:00', 'soon,2026-13-04', '12,'],
    ])
  })

  it('writes text that only begins with a date whole', () => {
    const texts = [
      ...['2020-01-02 10:00 to 12:00', '2020-01-02 and later', '0044-03-15 10:00:00 BC', '2020-01-02 25:61'],
      ...[
        '2020-01-02 10:00:',
        '2020-01-02 10:00:00.',
        '2020-01-02 10:00:00+',
        '2020-01-02 10:00:00+02:',
        '2020-01-02 10:00Zx',
      ],
    ]
    for (const t of texts) {
      expect(csv([column('t', 'datetime')], [JSON.stringify({ t })])).toBe(`t\r\n${t}\r\n`)
    }
    const dates = ['', 'Z', '+02', '-0230', '+02:00', '+00:19:32', ':07', ':07.123456Z', ':07.1-11:30']
    for (const end of dates) {
      const [, cell] = csv(
        [column('t', 'datetime')],
        [JSON.stringify({ t: `2020-01-02 10:05${end}` })],
      ).split('\r\n')
      expect(cell).toBe('02/01/20 10:05')
    }
  })

  it('supports all tokens', () => {
    const write = (format: string, value: string) =>
      delimitedText({
        delimiter: ',',
        columns: [column('t', 'datetime')],
        dateFormat: '',
        dateTimeFormat: format,
      })
        .convert(Buffer.from(`{"t":"${value}"}`))
        .toString()
        .trim()
    expect(write('YYYY-MM-DD HH:mm:ss.SSS', '2026-03-04T05:06:07.8+02:00')).toBe('2026-03-04 05:06:07.800000')
    expect(write('YYYY-MM-DD HH:mm:ss.SSS', '2026-03-04 05:06')).toBe('2026-03-04 05:06:00.000000')
    expect(write('YYYY-MM-DD HH:mm:ss.SSS', '2026-03-04T05:06+02:00')).toBe('2026-03-04 05:06:00.000000')
    expect(write('DD, MM', '2026-03-04')).toBe('"04, 03"')
  })

  it('keeps spreadsheets from treating text as a formula, and leaves numbers', () => {
    const rows = ['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', 'a=1', ''].map(
      (t) => `{"t":${JSON.stringify(t)},"n":-1}`,
    )
    const written = csv([column('t', 'string'), column('n', 'integer')], rows)
    expect(written.split('\r\n').slice(1, 6)).toEqual(["'=1+1,-1", "'+1,-1", "'-1,-1", "'@x,-1", "'\t=1,-1"])
    expect(written).toContain(`"'\r=1",-1\r\na=1,-1\r\n,-1\r\n`)
    expect(csv([column('=cmd', null)], []).trim()).toBe("'=cmd")
  })

  it('also protects text with a formula behind blanks, quotes and separators, or in full width', () => {
    const texts = [
      ' =1',
      '＝1',
      ';=1',
      '＋1',
      '－1',
      '＠x',
      '\n=1',
      '"=1',
      "'=1",
      '\u00a0=1',
      ' ; "=1',
      '\u3000=1',
      '|=1',
    ]
    for (const t of texts) {
      const [cell] = parse(csv([column('t', 'string')], [JSON.stringify({ t })])).slice(1)[0] as string[]
      expect(cell).toBe(`'${t}`)
    }
    for (const t of ['a;=1', ' a=1', '表=1', 'é', ' ', ';', '/x', '1=1']) {
      const [cell] = parse(csv([column('t', 'string')], [JSON.stringify({ t })])).slice(1)[0] as string[]
      expect(cell).toBe(t)
    }
  })

  it('writes a line even for a single empty cell', () => {
    expect(csv([column('a', null)], ['{"a":null}', '{"a":""}', '{"a":1}'])).toBe('a\r\n""\r\n""\r\n1\r\n')
  })

  it.each([0, 200])('quotes lists, objects and texts of any length alike: %d more pieces', (more) => {
    const piece = fc.constantFrom('a', ',', '\t', '"', '\n', '\r', '\\', '\u0001', 'é', '😀', '=', '{')
    const long = fc
      .array(piece, { minLength: 0, maxLength: 20 })
      .map((pieces) => pieces.join('') + pieces.join('').repeat(more))
    const quoted = (text: string, delimiter: string) =>
      new RegExp(`[${delimiter}"\r\n]`).test(text) ? `"${text.replaceAll('"', '""')}"` : text
    fc.assert(
      fc.property(long, fc.constantFrom(',', '\t'), (value, delimiter) => {
        const row = { list: [value, 1], object: { [value]: null }, text: `a${value}`, formula: `=${value}` }
        const names = Object.keys(row)
        const written = csv(
          names.map((name) => column(name, null)),
          [JSON.stringify(row)],
          delimiter,
        )
        const cells = [JSON.stringify(row.list), JSON.stringify(row.object), row.text, `'${row.formula}`]
        expect(written).toBe(
          `${names.join(delimiter)}\r\n${cells.map((cell) => quoted(cell, delimiter)).join(delimiter)}\r\n`,
        )
      }),
    )
  })

  it('separates by tabs', () => {
    const columns = [column('a', 'string'), column('b', 'string')]
    expect(csv(columns, ['{"a":"x,y","b":"p\\tq"}'], '\t')).toBe('a\tb\r\nx,y\t"p\tq"\r\n')
  })

  it('is read back unchanged by a CSV reader', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ',', '"', '\n', '\r', '\\', 'é', '😀', ' ', '1', '{'),
    })
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 20 }), (rows) => {
        const columns = ['a', 'b', 'c'].map((name) => column(name, 'string'))
        const names = columns.map(({ name }) => name)
        const encode = rowEncoder(
          names.map((name) => ({ name, type: null, encode: encodeText })),
          names,
        )
        const read = parse(
          csv(
            columns,
            rows.map((row) => encode(row)),
          ),
          { record_delimiter: '\r\n' },
        )
        const safe = (value: string) => (value.startsWith('\r') ? `'${value}` : value)
        expect(read.slice(1)).toEqual(rows.map((row) => row.map(safe)))
      }),
    )
  })
})
