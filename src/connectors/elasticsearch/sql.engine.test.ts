import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import {
  account,
  type ElasticProduct,
  type ElasticSqlServer,
  startElasticSql,
} from '#test/live/elastic-sql-server.ts'
import { freePort } from '#test/test-postgres.ts'
import { QueryFailed } from '../connector-errors.ts'
import { failureOf, runOn, type Stand, withSession } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'
import { recordingSink } from '../recording-sink.ts'
import { openDistroSql, xpackSql } from './sql-connectors.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }
const count = (to: number) => `with recursive c(n) as (select 1 union all select n + 1 from c limit ${to})`

const trials: ConnectorTrials = {
  types: {
    text: `select 9007199254740993 as i, 1.5 as r, 'text' as t, '2024-01-02T03:04:05.123Z' as at, '2024-01-02' as day
      union all select -1, 2.5, 'x', '2024-01-03T00:00:00.000Z', '2024-01-03' order by 2`,
    columns: [
      ['i', 'integer'],
      ['r', 'float'],
      ['t', 'string'],
      ['at', 'datetime'],
      ['day', 'date'],
    ],
    cells: [
      ['9007199254740993', '1.5', '"text"', '"2024-01-02T03:04:05.123Z"', '"2024-01-02"'],
      ['-1', '2.5', '"x"', '"2024-01-03T00:00:00.000Z"', '"2024-01-03"'],
    ],
  },
  nulls: {
    text: "select null as a, '' as b union all select null, null",
    columns: [
      ['a', 'string'],
      ['b', 'string'],
    ],
    cells: [
      ['null', '""'],
      ['null', 'null'],
    ],
  },
  empty: {
    text: 'select 1 as i where 1 = 0',
    columns: [['i', 'string']],
    cells: [],
  },
  duplicateNames: {
    text: 'select 1 as name, 2 as name, 3 as name',
    columns: [
      ['name', 'integer'],
      ['name1', 'integer'],
      ['name2', 'integer'],
    ],
    cells: [['1', '2', '3']],
  },
  bigNumbers: {
    text: 'select 9223372036854775807 as a, -9223372036854775808 as b',
    columns: [
      ['a', 'integer'],
      ['b', 'integer'],
    ],
    cells: [['9223372036854775807', '-9223372036854775808']],
  },
  dates: {
    text: "select '2024-02-29T23:59:59.999Z' as a, '1970-01-01T00:00:00.000Z' as b",
    columns: [
      ['a', 'datetime'],
      ['b', 'datetime'],
    ],
    cells: [['"2024-02-29T23:59:59.999Z"', '"1970-01-01T00:00:00.000Z"']],
  },
  unicode: {
    text: "select '😀 e\u0301 \"quoted\" \\ ''' as a, char(9, 10) as b, '表' as 表",
    columns: [
      ['a', 'string'],
      ['b', 'string'],
      ['表', 'string'],
    ],
    cells: [[JSON.stringify('😀 e\u0301 "quoted" \\ \''), '"\\t\\n"', '"表"']],
  },
  severalStatements: {
    text: 'select 1 as a;\n-- nor; this\nselect 2 as b;',
    columns: [['b', 'integer']],
    cells: [['2']],
  },
  wrongText: {
    text: 'select 1;\n  selct 2',
    message: /mismatched input 'selct'/,
    position: { line: 2, column: 3 },
  },
  withoutResult: null,
  lateError: {
    text: `${count(200_000)} select n, abs(case n when 150000 then -9223372036854775807 - 1 else n end) from c`,
    message: /integer overflow/,
    position: null,
  },
  manyRows: `${count(100_000)} select n, 'row ' || n as text from c`,
  oversized: (place) =>
    `${count(3)} select n, case n when ${oversizedPlaces.indexOf(place) + 1} then hex(zeroblob(${oversizedCell / 2})) else 'small' end as cell from c`,
  slow: 'select /* hangs */ 1',
  endless: 'with recursive c(n) as (select 1 union all select n + 1 from c) select n from c',
  schema: [
    {
      name: 'orders',
      columns: [
        { name: 'at', type: 'date' },
        { name: 'id', type: 'long' },
      ],
    },
  ],
  lacks: { withoutResult: 'each statement has a result' },
}

connectorSuite(xpackSql, trials, async () => {
  const server = await startElasticSql('elasticsearch 8')
  const options = { url: server.url, ...account }
  return {
    host,
    options,
    refused: { ...options, url: `http://127.0.0.1:${await freePort()}` },
    wrongPassword: { ...options, password: 'wrong-password' },
    running: async () => server.running(),
    stop: server.stop,
  }
})

const standOf = (server: ElasticSqlServer, connector = xpackSql): Stand =>
  ({
    connector,
    ground: { host, options: { url: server.url, ...account } },
    backends: [],
  }) as unknown as Stand

/** The places of literals that are values, as the server of Sextant finds them. */
function valuesIn(text: string, ...values: string[]): BoundValue[] {
  let from = 0
  return values.map((value) => {
    const literal = `'${value.replaceAll("'", "''")}'`
    const start = text.indexOf(literal, from)
    from = start + literal.length
    return { start, end: from, value, type: 'text', cast: null }
  })
}

const resultOf = async (stand: Stand, text: string, values: BoundValue[] = []) => {
  const sink = recordingSink()
  await withSession(stand, (session) => session.run(text, sink, AbortSignal.timeout(20_000), values))
  return sink
}

const esql = {
  'FROM orders | LIMIT 2':
    '{"took":1,"is_partial":false,"columns":[{"name":"id","type":"long"},{"name":"tags","type":"keyword"},{"name":"n","type":"integer"}],"values":[[9007199254740993,["a","b"],1],[null,"c",[2,3]]]}',
  'row a = 1': '{"columns":[{"name":"a","type":"integer"}],"values":[[1]],"is_partial":true}',
}

describe.each(['elasticsearch 8', 'elasticsearch 6'] as const)('SQL of %s', (product) => {
  let server: ElasticSqlServer
  beforeAll(async () => {
    server = await startElasticSql(product, esql)
  })
  afterAll(() => server.stop())

  it('gets values beside the text, whatever they are', async () => {
    const hostile = "' or 1=1 -- \\"
    const text = `select 'a' as x, '${hostile.replaceAll("'", "''")}' as y where 'z' = 'z'`
    const sink = await resultOf(standOf(server), text, valuesIn(text, hostile, 'z'))
    expect(sink.cells).toEqual([['"a"', JSON.stringify(hostile)]])
    const sent = server.heard.map(({ body }) => body).findLast((body) => body.includes('params')) ?? ''
    expect(JSON.parse(sent).query).toBe("select 'a' as x, ? as y where ? = 'z'")
  })

  it('finds the place of an error behind a value', async () => {
    const text = "select 'abcdef' as x,\n  'y' as y selct 2"
    const failure = await failureOf(resultOf(standOf(server), text, valuesIn(text, 'abcdef', 'y')))
    expect(failure).toMatchObject({ position: { line: 2, column: 12 } })
  })

  it('frees the rest of a result that is not read', async () => {
    const sink = recordingSink({ stopAfter: 1500 })
    await runOn(standOf(server), `${count(10_000)} select n from c`, sink)
    expect(server.running()).toBe(0)
  })
})

describe('ES|QL', () => {
  let server: ElasticSqlServer
  beforeAll(async () => {
    server = await startElasticSql('elasticsearch 8', esql)
  })
  afterAll(() => server.stop())

  it('is recognized by its first word, and its fields may have several values', async () => {
    const sink = await resultOf(standOf(server), 'FROM orders | LIMIT 2')
    expect(sink.names).toEqual(['id', 'tags', 'n'])
    expect(sink.types).toEqual(['integer', 'string', 'string'])
    expect(sink.cells).toEqual([
      ['9007199254740993', '["a","b"]', '"1"'],
      ['null', '"c"', '[2,3]'],
    ])
  })

  it('gives no part of a result for the whole', async () => {
    expect(String(await failureOf(resultOf(standOf(server), 'row a = 1')))).toMatch(/only a part of the data/)
  })

  it('takes no values, and no comments that are some of SQL only', async () => {
    const text = "from orders | where a == 'x'"
    const failure = await failureOf(resultOf(standOf(server), text, valuesIn(text, 'x')))
    expect(String(failure)).toMatch(/no value in ES\|QL/)
    for (const commented of ['from orders -- x', 'from orders /* x */']) {
      expect(await failureOf(resultOf(standOf(server), commented))).toBeInstanceOf(QueryFailed)
    }
  })

  it('says where a text is wrong', async () => {
    const failure = await failureOf(resultOf(standOf(server), 'from orders | frm'))
    expect(failure).toMatchObject({ position: { line: 1, column: 1 } })
  })
})

describe.each(['opensearch', 'opendistro'] as const)('the SQL plug-in of %s', (product: ElasticProduct) => {
  let server: ElasticSqlServer
  const ppl = {
    'source = orders | fields id':
      '{"schema":[{"name":"id","type":"long"},{"name":"x","alias":"y","type":"timestamp"}],"datarows":[[1,"2024-01-02 03:04:05.123456"]],"total":1,"size":1}',
  }
  beforeAll(async () => {
    server = await startElasticSql(product, ppl)
  })
  afterAll(() => server.stop())

  it('gives its types, and a long result page by page', async () => {
    const sink = await resultOf(
      standOf(server, openDistroSql),
      "select 9007199254740993 as i, 1.5 as r, '2024-01-02 03:04:05' as at, '2024-01-02' as day",
    )
    expect(sink.types).toEqual(['integer', 'float', 'datetime', 'date'])
    expect(sink.cells).toEqual([['9007199254740993', '1.5', '"2024-01-02T03:04:05"', '"2024-01-02"']])
    server.database.exec(`create table if not exists many as ${count(2500)} select n from c`)
    const many = await resultOf(standOf(server, openDistroSql), 'select n from many')
    expect(many.cells).toHaveLength(2500)
    const groups = await resultOf(standOf(server, openDistroSql), 'select count(n) as n from many')
    expect(groups.cells).toEqual([['2500']])
  })

  it('reads PPL, recognized by its first word', async () => {
    const sink = await resultOf(standOf(server, openDistroSql), 'source = orders | fields id')
    expect([sink.names, sink.cells]).toEqual([['id', 'y'], [['1', '"2024-01-02T03:04:05.123"']]])
  })

  it('says what is wrong, with the details', async () => {
    const failure = await failureOf(resultOf(standOf(server, openDistroSql), 'selct 1'))
    expect(String(failure)).toMatch(/Status 400: SyntaxCheckException: Invalid SQL query; line 1:1/)
  })
})
