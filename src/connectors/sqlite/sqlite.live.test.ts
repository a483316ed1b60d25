import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectorHost } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { connectorSuite } from '../connector-suite.ts'
import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'
import { recordingSink } from '../recording-sink.ts'
import { sqlite } from './sqlite-connector.ts'

const count = (to: string) => `with recursive c(n) as (select 1 union all select n + 1 from c ${to})`

const trials: ConnectorTrials = {
  types: {
    text: 'select i, r, d, t, b, v, 1 + 1 as e from kinds where i = 1',
    columns: [
      ['i', 'integer'],
      ['r', 'float'],
      ['d', 'float'],
      ['t', null],
      ['b', null],
      ['v', null],
      ['e', null],
    ],
    cells: [['1', '1.5', '2.25', '"text"', '"00ff"', '"any"', '2']],
  },
  nulls: {
    text: "select null as a, '' as b",
    columns: [
      ['a', null],
      ['b', null],
    ],
    cells: [['null', '""']],
  },
  empty: {
    text: 'select i, t from kinds where 0',
    columns: [
      ['i', 'integer'],
      ['t', null],
    ],
    cells: [],
  },
  duplicateNames: {
    text: 'select 1 as name, 2 as name, 3 as name',
    columns: [
      ['name', null],
      ['name1', null],
      ['name2', null],
    ],
    cells: [['1', '2', '3']],
  },
  bigNumbers: {
    text: 'select 9223372036854775807 as a, -9223372036854775808 as b',
    columns: [
      ['a', null],
      ['b', null],
    ],
    cells: [['9223372036854775807', '-9223372036854775808']],
  },
  dates: null,
  unicode: {
    text: "select '😀 e\u0301 \"quoted\" \\ ''' as a, char(9, 10) as b, '表' as 表",
    columns: [
      ['a', null],
      ['b', null],
      ['表', null],
    ],
    cells: [[JSON.stringify('😀 e\u0301 "quoted" \\ \''), '"\\t\\n"', '"表"']],
  },
  severalStatements: {
    text: "select 'not this; one';\n-- nor; this\nselect 2 as last;",
    columns: [['last', null]],
    cells: [['2']],
  },
  wrongText: {
    text: 'select 1;\n  selct 2',
    message: /near "selct": syntax error/,
    position: { line: 2, column: 3 },
  },
  withoutResult: null,
  lateError: {
    text: `${count('limit 200000')} select n, abs(case n when 150000 then -9223372036854775807 - 1 else n end) from c`,
    message: /integer overflow/,
  },
  manyRows: `${count('limit 100000')} select n, 'row ' || n as text from c`,
  oversized: (place) =>
    `${count('limit 3')} select n, case n when ${oversizedPlaces.indexOf(place) + 1} then hex(zeroblob(${oversizedCell / 2})) else 'small' end as cell from c`,
  slow: `${count('')} select count(*) from c`,
  endless: `${count('')} select n from c`,
  schema: [
    {
      name: 'a view',
      columns: [{ name: 'i', type: 'INTEGER' }],
    },
    {
      name: 'kinds',
      columns: [
        { name: 'b', type: 'BLOB' },
        { name: 'd', type: 'decimal(10,2)' },
        { name: 'i', type: 'INTEGER' },
        { name: 'r', type: 'REAL' },
        { name: 't', type: 'TEXT' },
        { name: 'v' },
      ],
    },
  ],
  lacks: {
    dates: 'SQLite has no dates: they are texts or numbers',
    withoutResult: 'everything that gives no result is refused, for it writes',
  },
}

function makeDatabase(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-sqlite-'))
  const database = new DatabaseSync(join(folder, 'test.sqlite'))
  database.exec(`create table kinds (i integer, r real, d decimal(10,2), t text, b blob, v);
    insert into kinds values (1, 1.5, 2.25, 'text', x'00ff', 'any');
    create view "a view" as select i from kinds`)
  database.close()
  return folder
}

/** Processes of this engine that work on a file below the folder. */
function engineProcesses(folder: string): number {
  const commands = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n')
  return commands.filter((command) => command.includes('sqlite-child') && command.includes(folder)).length
}

connectorSuite(sqlite, trials, async () => {
  const folder = makeDatabase()
  return {
    host: { fileFolders: [folder] },
    options: { dbpath: 'test.sqlite' },
    refused: { dbpath: 'nosuch.sqlite' },
    wrongPassword: null,
    running: null,
    stop: async () => rmSync(folder, { recursive: true }),
  }
})

describe('sqlite in its process', () => {
  let folder: string
  beforeAll(() => {
    folder = makeDatabase()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const open = (dbpath: string, engineMemoryMb = 64) =>
    sqlite.open(
      { dbpath },
      { fileFolders: [folder], engineMemoryMb } as unknown as ConnectorHost,
      AbortSignal.timeout(10_000),
    )
  const run = async (text: string) => {
    const session = await open('test.sqlite')
    const sink = recordingSink()
    try {
      await session.run(text, sink, AbortSignal.timeout(20_000))
      return sink
    } finally {
      await session.close()
    }
  }

  it.each([
    "attach '/etc/passwd' as p",
    "attach ':memory:' as p",
    "select load_extension('x')",
    'create table x (a)',
    'create temp table x (a)',
    'insert into kinds (i) values (2)',
    'delete from kinds',
    'drop table kinds',
    'vacuum',
    "vacuum into '/tmp/copy.sqlite'",
    'pragma writable_schema = on',
    "pragma temp_store_directory = '/tmp'",
    'pragma hard_heap_limit = 0',
    'begin immediate',
  ])('refuses %s', async (text) => {
    await expect(run(text)).rejects.toThrow(QueryFailed)
    expect((await run('select count(*) as n from kinds')).cells).toEqual([['1']])
  })

  it('opens only files of the folder', async () => {
    await expect(open('/etc/passwd')).rejects.toThrow(ConnectionFailed)
    await expect(open('../../etc/passwd')).rejects.toThrow(ConnectionFailed)
  })

  it('stops a query that needs too much memory', async () => {
    await expect(run("select length(zeroblob(900000000) || 'x')")).rejects.toThrow(QueryFailed)
  })

  it('refuses a row that is too large for a result before it is sent to the worker', async () => {
    await expect(run('select zeroblob(9000000) as large')).rejects.toThrow('larger than 16 MB')
  })

  it('batches rows by size', async () => {
    const sink = await run(
      'with recursive n(x) as (select 1 union all select x + 1 from n where x < 50) select hex(zeroblob(200000)) from n',
    )
    expect(sink.cells).toHaveLength(50)
    expect(Math.max(...sink.batches)).toBeLessThanOrEqual(2)
  })

  it('names the columns whose texts are not valid UTF-8', async () => {
    const sink = await run(
      "select cast(x'61ff62' as text) as bad, 'é' || char(0) || '😀' as good, cast(x'eda080' as text) as \"ha\"\"lf\" union all select cast(x'fe' as text), 'b', 'c'",
    )
    expect(sink.cells).toEqual([
      ['"a�b"', '"é\\u0000😀"', '"���"'],
      ['"�"', '"b"', '"c"'],
    ])
    expect(sink.lines).toEqual([
      expect.stringMatching(/^Column "bad": some texts contain .* not valid UTF-8 .*hex/),
      expect.stringMatching(/^Column "ha\\"lf": some texts contain/),
    ])
    expect((await run("select hex(cast(x'61ff62' as text)) as bad")).cells).toEqual([['"61FF62"']])
  })

  it('lists no tables whose names are too long for one message', async () => {
    const database = new DatabaseSync(join(folder, 'names.sqlite'))
    const columns = Array.from({ length: 1000 }, (_, index) => `"${index}${'c'.repeat(900)}"`).join(', ')
    for (let table = 0; table < 72; table++) database.exec(`create table t${table} (${columns})`)
    database.close()
    const session = await open('names.sqlite', 1024)
    try {
      await expect(session.tables(AbortSignal.timeout(30_000))).rejects.toThrow(
        'The list of tables and columns is larger than 64 MB, or has more than a million rows.',
      )
    } finally {
      await session.close()
      rmSync(join(folder, 'names.sqlite'))
    }
  })

  it('leaves no process behind', async () => {
    await run('select 1')
    await expect.poll(() => engineProcesses(folder), { timeout: 5000 }).toBe(0)
  })
})
