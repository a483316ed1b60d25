import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import type { ConnectorHost } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { type RecordingOptions, recordingSink } from '../recording-sink.ts'
import { type GivenResult, lenderOf } from './lent-results.ts'
import { results } from './results-connector.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'results-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Given {
  values?: readonly BoundValue[]
  memoryMb?: number
  sink?: RecordingOptions
  signal?: AbortSignal
}

async function read(
  text: string,
  given: Record<number, GivenResult>,
  { values = [], memoryMb = 256, sink: options = {}, signal = AbortSignal.timeout(60_000) }: Given = {},
) {
  const queries = lenderOf(given)
  const host = {
    queries,
    spill: { folder, megabytes: 2000 },
    engineMemoryMb: memoryMb,
  } as unknown as ConnectorHost
  const sink = recordingSink(options)
  const session = await results.open({}, host, signal)
  try {
    await session.run(text, sink, signal, values)
  } finally {
    await session.close()
  }
  return { sink, queries, columns: sink.names.map((name, index) => [name, sink.types[index]]) }
}

const people: GivenResult = {
  columns: [
    ['id', 'integer'],
    ['name', 'string'],
    ['team', 'integer'],
  ],
  rows: [
    ['1', '"Ada"', '10'],
    ['2', '"Bob"', '20'],
    ['3', '"Eve"', 'null'],
  ],
}
const teams: GivenResult = {
  columns: [
    ['id', 'integer'],
    ['title', 'string'],
  ],
  rows: [
    ['10', '"Sales"'],
    ['20', '"Support"'],
  ],
}

describe('tables of other queries', () => {
  it('joins the results of two queries', async () => {
    const { sink, columns, queries } = await read(
      'select p.name, t.title from query_1 p left join cached_query_2 t on t.id = p.team order by p.id',
      { 1: people, 2: teams },
    )
    expect(columns).toEqual([
      ['name', 'string'],
      ['title', 'string'],
    ])
    expect(sink.cells).toEqual([
      ['"Ada"', '"Sales"'],
      ['"Bob"', '"Support"'],
      ['"Eve"', 'null'],
    ])
    expect(queries.asked).toEqual([
      { kind: 'query', id: 1, values: {} },
      { kind: 'cached', id: 2, values: {} },
    ])
  })

  it('asks for each query once, whatever the case of its name', async () => {
    const { sink, queries } = await read('select count(*) from query_1 a, QUERY_1 b, "Query_1" c', {
      1: people,
    })
    expect(sink.cells).toEqual([['27']])
    expect(queries.asked).toHaveLength(1)
  })

  it('reads nothing of a table whose rows are only counted', async () => {
    const { sink, queries } = await read('select count(*) from query_1', { 1: people })
    expect(sink.cells).toEqual([['3']])
    expect(queries.framesRead).toBe(0)
  })

  it('runs a text that reads no query', async () => {
    expect((await read('select 1 as a', {})).sink.cells).toEqual([['1']])
  })

  it('says that a table was cut', async () => {
    const { sink } = await read('select count(*) from query_1', { 1: { ...people, truncated: true } })
    expect(sink.lines).toEqual(['query_1 has only the first 3 rows: a limit of its data source was reached.'])
  })

  it('names columns as Redash does, and tells equal ones apart', async () => {
    const { columns } = await read('select * from query_1', {
      1: { columns: ['a:b.c d', 'x"y', 'A', 'a', '', 'a\tb'].map((name) => [name, 'integer']), rows: [] },
    })
    expect(columns.map(([name]) => name)).toEqual(['a_b_c_d', 'x_y', 'A', 'a1', '_', 'a_b'])
  })

  it('refuses a result without columns', async () => {
    await expect(read('select * from query_1', { 1: { columns: [], rows: [] } })).rejects.toThrow(
      'Error creating table query_1: the result has no columns.',
    )
  })

  it('passes on why a query cannot be read', async () => {
    await expect(read('select * from query_7', {})).rejects.toThrow(new QueryFailed('Query id 7 not found.'))
  })

  it('leaves nothing in the folder for what does not fit into memory', async () => {
    await read('select * from query_1', { 1: people })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('values of a query with parameters', () => {
  it('asks for the query with its values, and gives its table the name that Redash gave', async () => {
    const text =
      'select query_1_cc4b6dc8b8d8e6e5a8b5b7bc5b4fa2f1.id from param_query_1_{team=10&day=2026-01-02}'
    const { queries } = await read(text.replace(/query_1_cc\w+\./, ''), { 1: people })
    expect(queries.asked).toEqual([{ kind: 'param', id: 1, values: { team: '10', day: '2026-01-02' } }])
  })

  it('tells tables with other values apart', async () => {
    const { queries } = await read(
      'select * from param_query_1_{team=1} a, param_query_1_{team=2} b, param_query_1_{team=1} c',
      { 1: people },
    )
    expect(queries.asked.map(({ values }) => values)).toEqual([{ team: '1' }, { team: '2' }])
  })

  it('sends bound values after it to their places', async () => {
    const text = "select name from param_query_1_{a=1--2} where name = 'Ada'"
    const start = text.indexOf("'Ada'")
    const values: BoundValue[] = [{ start, end: start + 5, value: 'Bob', type: 'text', cast: null }]
    expect((await read(text, { 1: people }, { values })).sink.cells).toEqual([['"Bob"']])
  })

  it('places errors in the text as it was written', async () => {
    const text = 'select id,\n  nothing from param_query_1_{a=1&b=2}'
    await expect(read(text, { 1: people })).rejects.toMatchObject({ position: { line: 2, column: 3 } })
    const later = 'select 1 from param_query_1_{a=1&b=2} x, query_1 y where y.nothing = 1'
    await expect(read(later, { 1: people })).rejects.toMatchObject({
      position: { line: 1, column: later.indexOf('y.nothing') + 1 },
    })
  })
})

describe('types and digits', () => {
  const only = (
    type: GivenResult['columns'][number][1],
    ...cells: string[]
  ): Record<number, GivenResult> => ({
    1: { columns: [['a', type]], rows: cells.map((cell) => [cell]) },
  })
  const typeOf = async (given: Record<number, GivenResult>) => {
    const { sink } = await read('select typeof(a), a from query_1', given)
    return [sink.cells[0]?.[0], ...sink.cells.map(([, cell]) => cell)]
  }

  it.each<[string, Parameters<typeof only>, string, string[]?]>([
    ['integers of 64 bits', ['integer', '9223372036854775807', '-5'], 'BIGINT'],
    ['longer integers', ['integer', '92233720368547758070'], 'HUGEINT'],
    ['integers of 50 digits', ['integer', '1'.repeat(50)], 'VARCHAR', [`"${'1'.repeat(50)}"`]],
    ['doubles', ['float', '1.5', '0.1', '3'], 'DOUBLE', ['1.5', '0.1', '3']],
    ['whole doubles', ['float', '1', '2'], 'DOUBLE'],
    ['decimals, seen by their zeros', ['float', '12.50', '3.25'], 'DECIMAL(18,2)'],
    ['digits that a double loses', ['float', '12345678901234567.89'], 'DECIMAL(38,2)'],
    [
      'more digits than a decimal has',
      ['float', `${'1'.repeat(30)}.${'2'.repeat(20)}`],
      'VARCHAR',
      [`"${'1'.repeat(30)}.${'2'.repeat(20)}"`],
    ],
    ['exponents', ['float', '1e100', '2.5e-7'], 'DOUBLE', ['1e+100', '2.5e-7']],
    ['booleans', ['boolean', 'true', 'null', 'false'], 'BOOLEAN'],
    ['days', ['date', '"2026-01-31"', '"1899-12-31"'], 'DATE'],
    ['times', ['datetime', '"2026-01-31T10:20:30.123"'], 'TIMESTAMP'],
    ['instants', ['datetime', '"2026-01-31T10:20:30.123Z"'], 'TIMESTAMP WITH TIME ZONE'],
    ['days that are none', ['date', '"0000-00-00"'], 'VARCHAR'],
    ['times that are none', ['datetime', '"infinity"', '"2026-01-31T10:20:30"'], 'VARCHAR'],
    [
      'texts',
      ['string', '"1"', '"2026-01-31"', '"é😀\\n\\"\\\\"'],
      'VARCHAR',
      [...['"1"', '"2026-01-31"', '"é😀\\n\\"\\\\"']],
    ],
    ['documents', ['string', '{"a":[1,2]}', '[]'], 'VARCHAR', ['"{\\"a\\":[1,2]}"', '"[]"']],
    ['unknown numbers', [null, '1', '2.5'], 'DOUBLE', ['1', '2.5']],
    ['unknown integers', [null, '1', 'null'], 'BIGINT'],
    ['unknown texts', [null, '"a"', '1', 'true'], 'VARCHAR', ['"a"', '"1"', '"true"']],
    ['nothing', [null, 'null'], 'VARCHAR'],
    ['nothing of a type', ['integer', 'null'], 'BIGINT'],
  ])('keeps %s', async (_, given, type, cells) => {
    const [, ...stored] = given
    expect(await typeOf(only(...given))).toEqual([`"${type}"`, ...(cells ?? stored)])
  })

  it('adds decimals exactly', async () => {
    const { sink } = await read('select sum(a) from query_1', only('float', '0.10', '0.20', '0.30'))
    expect(sink.cells).toEqual([['0.60']])
  })

  it('keeps texts of any length and with any character', async () => {
    const long = JSON.stringify('x'.repeat(3_000_000))
    const hostile = JSON.stringify('a\u0000b\u2028\ud83d\ude00')
    const { sink } = await read('select a from query_1', only('string', long, hostile, '""'))
    expect(sink.cells).toEqual([[long], [hostile], ['""']])
  })
})

describe('only what is used', () => {
  const wide: GivenResult = {
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
      ['c', 'float'],
    ],
    rows: [
      ['1', '"x"', '1.5'],
      ['2', '"y"', '2.5'],
    ],
  }

  it.each<[string, string[][]]>([
    ['select b from query_1 where a = 2', [['"y"']]],
    ['select * from query_1 where a = 2', [['2', '"y"', '2.5']]],
    ['select to_json(t) from query_1 t where a = 1', [[JSON.stringify('{"a":1,"b":"x","c":1.5}')]]],
    ['select x.b from query_1 x natural join query_2 y where y.a = 1', [['"x"']]],
    ['select p from (select * from query_1) t(o, p) where o = 1', [['"x"']]],
    ['select #2 from query_1 where a = 1', [['"x"']]],
    ["select columns('b|c') from query_1 where a = 1", [['"x"', '1.5']]],
    ["with q as (select * from query_1) select c from q where b = 'y'", [['2.5']]],
    ['from query_1 select max(a)', [['2']]],
    ['pivot query_1 on b using sum(a) group by c order by c limit 1', [['1.5', '1', 'null']]],
    ['create temp table z as select * from query_1; select count(b) from z', [['2']]],
    ['select (select max(c) from query_2 i where i.a = o.a) from query_1 o order by a', [['1.5'], ['2.5']]],
    ['select count(*) from query_1 a cross join query_2 b where a.b < b.b', [['1']]],
    ['select sum(a) filter (where c > 2) from query_1', [['2']]],
    ['select unnest(list(b order by c desc)) from query_1', [['"y"'], ['"x"']]],
  ])('%s', async (text, cells) => {
    expect((await read(text, { 1: wide, 2: wide })).sink.cells).toEqual(cells)
  })
})

describe('what a text may do', () => {
  it('tells errors of the text before any query runs', async () => {
    const queries = read('select * form query_1 whre', {})
    await expect(queries).rejects.toThrow(/syntax error/i)
    await expect(queries).rejects.toMatchObject({ position: { line: 1 } })
  })

  it.each([
    "copy (select 1) to '/tmp/results-test.csv'",
    "explain analyze copy (select 1) to '/tmp/results-test.csv'",
    "attach '/tmp/x.db' as x",
    'install httpfs',
    "set memory_limit = '10GB'",
    "create secret s (type s3, key_id 'a')",
    'pragma disable_object_cache',
    "export database '/tmp/x'",
    "with a as (select 1) select 1; copy (select 1) to '/tmp/x'",
  ])('refuses %s', async (text) => {
    await expect(read(text, {})).rejects.toThrow(/^Query Results only reads/)
  })

  it.each([
    "select * from read_csv('/etc/passwd')",
    "select * from '/etc/passwd'",
    "select * from read_text('/etc/hosts')",
  ])('cannot read files: %s', async (text) => {
    await expect(read(text, {})).rejects.toThrow(/disabled|does not exist/i)
  })

  it('explains a text', async () => {
    expect((await read('explain select * from query_1', { 1: people })).sink.cells.length).toBeGreaterThan(0)
  })

  it('ends at once when it is cancelled', async () => {
    const stop = new AbortController()
    const run = read('select count(*) from range(1000000) a, range(1000000) b', {}, { signal: stop.signal })
    setTimeout(() => stop.abort(), 500)
    await expect(run).rejects.toThrow('Query cancelled by user.')
    expect(readdirSync(folder)).toEqual([])
  })
})

it('reads tables that do not fit into memory', async () => {
  function* rows(count: number) {
    for (let id = 0; id < count; id++) yield [String(id), `"${'text of the row '.repeat(20)}${id}"`]
  }
  const big: GivenResult = {
    columns: [
      ['id', 'integer'],
      ['name', 'string'],
    ],
    rows: rows(500_000),
  }
  // 500,000 x 330 bytes are more than the 64 MB
  const text = 'select count(*), sum(id), max(name) from query_1'
  const { sink } = await read(text, { 1: big }, { memoryMb: 64 })
  expect(sink.cells).toEqual([['500000', '124999750000', `"${'text of the row '.repeat(20)}99999"`]])
})
