import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readUpload } from './read-upload.ts'
import { zipArchive } from './zip-archive.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'binary-files-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const shapeOf = ({ names, types }: Awaited<ReturnType<typeof readUpload>>) =>
  names.map((name, at) => [name, types[at]])

describe('Parquet', () => {
  let count = 0
  async function parquet(query: string): Promise<Buffer> {
    const path = join(folder, `made-${++count}.parquet`)
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    await connection.run(`copy (${query}) to '${path}' (format parquet)`)
    connection.closeSync()
    instance.closeSync()
    return readFileSync(path)
  }
  const spill = () => {
    const own = mkdtempSync(join(folder, 'spill-'))
    return { folder: own, megabytes: 100 }
  }

  it('keeps types and digits', async () => {
    const file = await parquet(
      `select 9007199254740993 as id, 12345678901234567.89::decimal(20, 2) as amount, 'é"x' as "na'me",
        date '2026-01-31' as day, timestamp '2026-01-31 10:20:30.5' as at, [1, 2] as list, true as ok, null::double as d`,
    )
    const sink = await readUpload('parquet', file, { spill: spill() })
    expect(shapeOf(sink)).toEqual([
      ['id', 'integer'],
      ['amount', 'float'],
      ["na'me", 'string'],
      ['day', 'date'],
      ['at', 'datetime'],
      ['list', 'string'],
      ['ok', 'boolean'],
      ['d', 'float'],
    ])
    expect(sink.cells[0]?.slice(0, 3)).toEqual(['9007199254740993', '12345678901234567.89', '"é\\"x"'])
    expect(sink.cells[0]?.[3]).toBe('"2026-01-31"')
  })

  it('reads as the types that a person has chosen', async () => {
    const file = await parquet("select '1' as a union all select 'x'")
    const sink = await readUpload('parquet', await parquet("select '12' as a"), {
      ...{ types: ['integer'], spill: spill() },
    })
    expect(sink.cells).toEqual([['12']])
    await expect(readUpload('parquet', file, { types: ['integer'], spill: spill() })).rejects.toThrow(
      /Could not convert string 'x'/,
    )
  })

  it('reads many rows, and leaves nothing on the disk', async () => {
    const place = spill()
    const file = await parquet('select range as a, range::varchar as b from range(300000)')
    const sink = await readUpload('parquet', file, { spill: place, sink: { keepsCells: false } })
    expect(sink.batches.reduce((sum, rows) => sum + rows, 0)).toBe(300_000)
    expect(readdirSync(place.folder)).toEqual([])
  })

  it('refuses what is no Parquet, without saying where it lies', async () => {
    const good = await parquet('select range as a from range(10000)')
    const lying = Buffer.from(good)
    // the length of the footer
    lying.writeUInt32LE(lying.readUInt32LE(lying.length - 8) - 7, lying.length - 8)
    const torn = Buffer.from(good)
    torn.fill(0xff, 4, Math.min(3000, good.length - 400))
    for (const content of ['PAR1', 'a,b\n1,2\n', lying, torn, good.subarray(0, good.length - 100)]) {
      const place = spill()
      const failing = readUpload('parquet', content, { spill: place })
      await expect(failing).rejects.toThrow(/\w/)
      await expect(failing).rejects.not.toThrow(folder)
      expect(readdirSync(place.folder)).toEqual([])
    }
  })

  it('needs no more disk than it may', async () => {
    const place = { ...spill(), megabytes: 1 }
    const file = Buffer.alloc(2_000_000)
    await expect(readUpload('parquet', file, { spill: place })).rejects.toThrow(/SEXTANT_ENGINE_SPILL_MB/)
    expect(readdirSync(place.folder)).toEqual([])
  })
})

describe('Excel', () => {
  const xml = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8"?>${text}`)
  const relationships = (targets: string[]) =>
    xml(
      `<Relationships>${targets.map((target, at) => `<Relationship Id="r${at}" Target="${target}"/>`).join('')}</Relationships>`,
    )
  function workbook(
    sheets: Record<string, string>,
    more: Record<string, Uint8Array> = {},
    head = '',
  ): Buffer {
    const names = Object.keys(sheets)
    return Buffer.from(
      zipSync({
        'xl/workbook.xml': xml(
          `<workbook xmlns:r="x">${head}<sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
        ),
        'xl/_rels/workbook.xml.rels': relationships(names.map((_, at) => `worksheets/sheet${at + 1}.xml`)),
        ...Object.fromEntries(
          names.map((name, at) => [
            `xl/worksheets/sheet${at + 1}.xml`,
            xml(`<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`),
          ]),
        ),
        ...more,
      }),
    )
  }
  const inline = (reference: string, text: string) =>
    `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
  const styles = xml(
    `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="165" formatCode="#,##0.00 &quot;days&quot;"/></numFmts>
     <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="46"/></cellXfs></styleSheet>`,
  )

  it('reads texts, numbers, dates and times as they are shown', async () => {
    const shared = xml(
      '<sst><si><t>name</t></si><si><r><t>A&amp;</t></r><r><t>da &#233;</t></r><rPh><t>no</t></rPh></si><si/></sst>',
    )
    const sheet = `<row r="2"><c r="A2" t="s"><v>0</v></c>${inline('B2', 'n')}${inline('C2', 'day')}${inline('D2', 'at')}${inline('E2', 'took')}${inline('F2', 'ok')}</row>
      <row r="3"/><row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4" s="3"><v>12345678901234567</v></c><c r="C4" s="1"><v>46053</v></c><c r="D4" s="2"><v>46053.5</v></c><c r="E4" s="4"><v>1.5</v></c><c r="F4" t="b"><v>1</v></c></row>
      <row r="5">${inline('A5', '007')}<c r="C5" s="1"><v>1</v></c><c r="D5" s="2"/><c r="F5" t="e"><v>#N/A</v></c><c r="G5" t="str"><f>1+1</f><v>x_x000A_y</v></c></row>`
    const file = workbook({ Data: sheet }, { 'xl/sharedStrings.xml': shared, 'xl/styles.xml': styles })
    const sink = await readUpload('xlsx', file)
    expect(shapeOf(sink)).toEqual([
      ['name', 'string'],
      ['n', 'integer'],
      ['day', 'date'],
      ['at', 'datetime'],
      ['took', 'string'],
      ['ok', 'boolean'],
      ['column_7', 'string'],
    ])
    expect(sink.cells).toEqual([
      [
        '"A&da é"',
        '12345678901234567',
        '"2026-01-31"',
        '"2026-01-31T12:00:00"',
        '"36:00:00"',
        'true',
        'null',
      ],
      ['"007"', 'null', '"1900-01-01"', 'null', 'null', 'null', '"x\\ny"'],
    ])
  })

  it('counts days from 1904 where the workbook does', async () => {
    const sheet = `<row>${inline('A1', 'd')}</row><row><c r="A2" s="1"><v>0</v></c></row>`
    const file = workbook({ A: sheet }, { 'xl/styles.xml': styles }, '<workbookPr date1904="1"/>')
    expect((await readUpload('xlsx', file)).cells).toEqual([['"1904-01-01"']])
  })

  it('reads the sheet that a person names', async () => {
    const file = workbook({
      One: `<row>${inline('A1', 'a')}</row>`,
      'Two &amp; 3': '<row><c r="A1"><v>7</v></c></row>',
    })
    expect((await readUpload('xlsx', file, { sheet: 'Two & 3', has_header: false })).cells).toEqual([['7']])
    await expect(readUpload('xlsx', file, { sheet: 'Four' })).rejects.toThrow(
      'There is no sheet "Four". The file has: One, Two & 3.',
    )
  })

  it.each<[string, () => Buffer, RegExp]>([
    ['a text', () => Buffer.from('a,b\n1,2'), /it is no ZIP archive/],
    ['another archive', () => Buffer.from(zipSync({ 'a.txt': strToU8('x') })), /it has no sheet/],
    [
      'definitions of entities',
      () => workbook({ A: '<!DOCTYPE x [<!ENTITY a "b">]><row/>' }),
      /definitions of its own/,
    ],
    [
      'a text that is not there',
      () => workbook({ A: '<row><c r="A1" t="s"><v>9</v></c></row>' }),
      /a text that is not there/,
    ],
    [
      'a cell far away',
      () => workbook({ A: '<row><c r="XFD1"><v>1</v></c></row>' }),
      /more than 5,000 columns/,
    ],
    [
      'a sheet that ends in the middle',
      () => {
        const file = workbook({ A: `<row>${inline('A1', 'a')}</row>` })
        return file.subarray(0, file.length - 30)
      },
      /damaged/,
    ],
    [
      'an endless text',
      () => workbook({ A: `<row><c r="A1" t="str"><v>${'x'.repeat(11_000_000)}</v></c></row>` }),
      /too long/,
    ],
  ])('refuses %s', async (_, file, message) => {
    await expect(readUpload('xlsx', file())).rejects.toThrow(message)
  })

  it('unpacks no more than it may', async () => {
    const archive = zipArchive(Buffer.from(zipSync({ a: new Uint8Array(10_000_000) })), 1_000_000)
    const unpack = async () => {
      let bytes = 0
      for await (const chunk of archive.open('a')) bytes += chunk.length
      return bytes
    }
    await expect(unpack()).rejects.toThrow('The file unpacks to more than 1 MB, which is the limit.')
  })

  it('keeps within its memory for a workbook whose texts do not fit', async () => {
    const shared = Buffer.concat([
      Buffer.from('<sst>'),
      Buffer.from('<si><t>a text that is repeated</t></si>'.repeat(2_000_000)),
    ])
    const file = workbook({ A: '<row/>' }, { 'xl/sharedStrings.xml': shared })
    await expect(readUpload('xlsx', file, { memoryMb: 64 })).rejects.toThrow(/memory|damaged/)
  })
})
