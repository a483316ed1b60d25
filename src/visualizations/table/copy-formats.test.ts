import { describe, expect, it } from 'vitest'
import { type CopiedCells, copyText } from './copy-formats.ts'

const cells: CopiedCells = {
  columns: [
    { name: 'id', type: 'integer' },
    { name: 'a|b', type: 'string' },
    { name: 'at', type: 'datetime' },
    { name: 'ok', type: 'boolean' },
  ],
  rows: [
    ['9007199254740993', 'it\'s "so"\nhere', '2026-01-02T03:04:05.123456', true],
    [-0.5, '', null, null],
  ],
}

describe('copied text', () => {
  it('is TSV that spreadsheets read', () => {
    expect(copyText('tsv', cells)).toBe(
      '9007199254740993\t"it\'s ""so""\nhere"\t2026-01-02T03:04:05.123456\ttrue\n-0.5\t\t\t',
    )
    expect(copyText('tsv-head', { columns: cells.columns.slice(0, 1), rows: [[1]] })).toBe('id\n1')
  })
  it('is the value itself for a single cell', () => {
    expect(copyText('tsv', { columns: cells.columns.slice(1, 2), rows: [['say "x"\t1']] })).toBe('say "x"\t1')
  })
  it('is CSV that tells null from an empty text', () => {
    expect(copyText('csv', cells)).toBe(
      'id,a|b,at,ok\r\n9007199254740993,"it\'s ""so""\nhere",2026-01-02T03:04:05.123456,true\r\n-0.5,"",,',
    )
  })
  it('is a Markdown table whose cells cannot end it', () => {
    expect(copyText('markdown', cells)).toBe(
      [
        '| id | a\\|b | at | ok |',
        '| ---: | --- | --- | --- |',
        '| 9007199254740993 | it\'s "so"<br>here | 2026-01-02T03:04:05.123456 | true |',
        '| -0.5 |  |  |  |',
      ].join('\n'),
    )
    expect(copyText('markdown', { columns: [{ name: 'x', type: null }], rows: [['<b>&']] })).toContain(
      '&lt;b&gt;&amp;',
    )
  })
  it('is JSON with all digits', () => {
    const text = copyText('json', cells)
    expect(text).toContain('"id": 9007199254740993,')
    expect(JSON.parse(text)).toEqual([
      { id: 9007199254740992, 'a|b': 'it\'s "so"\nhere', at: '2026-01-02T03:04:05.123456', ok: true },
      { id: -0.5, 'a|b': '', at: null, ok: null },
    ])
    const odd = copyText('json', { columns: [{ name: 'n', type: 'float' }], rows: [['+.5'], [undefined]] })
    expect(JSON.parse(odd)).toEqual([{ n: '+.5' }, { n: null }])
  })
  it('is SQL: rows for values, one column for a list', () => {
    expect(copyText('sql', cells)).toBe(
      "(9007199254740993, 'it''s \"so\"\nhere', '2026-01-02T03:04:05.123456', true),\n(-0.5, '', null, null)",
    )
    expect(copyText('sql', { columns: [{ name: 'x', type: 'string' }], rows: [['a'], ['12']] })).toBe(
      "'a',\n'12'",
    )
  })
})
