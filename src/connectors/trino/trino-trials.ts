import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'

export const trinoTrials: ConnectorTrials = {
  types: {
    text: `select tinyint '-1' a, bigint '2' b, real '1.5' c, 1e20 d, decimal '1.50' e, decimal '7' f, true g, 'x' h, cast('ab' as char(3)) i,
      cast('v' as varchar(25)) j, uuid '12151fd2-7586-11e9-8f9e-2a86e4085a59' k, json '{"a": [1, null]}' l, x'00ff' m, interval '2' day n,
      array[1, 2] o, map(array['k'], array[decimal '1.50']) p, cast(row(1, 'q', array[row(2)]) as row(x bigint, "y z" varchar, w array(row(v integer)))) q,
      row(1, 2) r, ipaddress '10.0.0.1' s`,
    columns: [
      ['a', 'integer'],
      ['b', 'integer'],
      ['c', 'float'],
      ['d', 'float'],
      ['e', 'float'],
      ['f', 'integer'],
      ['g', 'boolean'],
      ...[...'hijklmn'].map((name) => [name, 'string'] as const),
      ...[...'opqr'].map((name) => [name, null] as const),
      ['s', 'string'],
    ],
    cells: [
      [
        ...['-1', '2', '1.5', '1.0E20', '1.50', '7', 'true', '"x"', '"ab "', '"v"'],
        ...['"12151fd2-7586-11e9-8f9e-2a86e4085a59"', '"{\\"a\\":[1,null]}"', '"00ff"', '"2 00:00:00.000"'],
        ...[
          '[1,2]',
          '{"k":1.50}',
          '{"x":1,"y z":"q","w":[{"v":2}]}',
          '{"_field0":1,"_field1":2}',
          '"10.0.0.1"',
        ],
      ],
    ],
  },
  nulls: {
    text: "select cast(null as bigint) a, cast(null as varchar) b, null c, nan() d union all select 1, '', null, 1.5e0 order by 1 nulls first",
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
      ['c', null],
      ['d', 'float'],
    ],
    cells: [
      ['null', 'null', 'null', 'null'],
      ['1', '""', 'null', '1.5'],
    ],
  },
  empty: {
    text: "select 1 as a, 'x' as b where false",
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
    ],
    cells: [],
  },
  duplicateNames: {
    text: 'select 1 name, 2 name, 3 name',
    columns: [
      ['name', 'integer'],
      ['name1', 'integer'],
      ['name2', 'integer'],
    ],
    cells: [['1', '2', '3']],
  },
  bigNumbers: {
    text: "select 9223372036854775807 a, decimal '12345678901234567890123456789.012345678' b, decimal '12345678901234567890123456789012345678' c, array[9223372036854775807] d",
    columns: [
      ['a', 'integer'],
      ['b', 'float'],
      ['c', 'integer'],
      ['d', null],
    ],
    cells: [
      [
        ...['9223372036854775807', '12345678901234567890123456789.012345678'],
        ...['12345678901234567890123456789012345678', '[9223372036854775807]'],
      ],
    ],
  },
  dates: {
    text: `select date '2024-02-29' a, timestamp '2024-01-02 03:04:05' b, timestamp '2024-01-02 03:04:05.123456789' c,
      timestamp '2024-01-02 03:04:05.123 UTC' d, timestamp '2024-07-02 03:04:05.123456 Europe/Berlin' e, timestamp '2024-01-02 03:04:05 -03:30' f,
      time '03:04:05.123' g`,
    columns: [
      ['a', 'date'],
      ['b', 'datetime'],
      ['c', 'datetime'],
      ['d', 'datetime'],
      ['e', 'datetime'],
      ['f', 'datetime'],
      ['g', 'string'],
    ],
    cells: [
      [
        ...[
          '"2024-02-29"',
          '"2024-01-02T03:04:05.000"',
          '"2024-01-02T03:04:05.123"',
          '"2024-01-02T03:04:05.123Z"',
        ],
        ...['"2024-07-02T01:04:05.123Z"', '"2024-01-02T06:34:05.000Z"', '"03:04:05.123"'],
      ],
    ],
  },
  unicode: {
    text: `select 'a😀é ''"\\' || chr(9) || chr(10) || chr(1) as "näme 😀"`,
    columns: [['näme 😀', 'string']],
    cells: [[JSON.stringify('a😀é \'"\\\t\n\x01')]],
  },
  severalStatements: {
    text: "use memory.default; drop table if exists of_statements; create table of_statements (a integer, b varchar); insert into of_statements values (1, ';'); select * from of_statements limit 1 -- done;\n;",
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
    ],
    cells: [['1', '";"']],
  },
  wrongText: {
    text: "select 'é';\nselect nothing",
    message: /^line 1:8: Column 'nothing' cannot be resolved$/,
    position: { line: 2, column: 8 },
  },
  withoutResult: null,
  lateError: {
    text: 'select 1 / (case when n = 150000 then 0 else 1 end) from (select row_number() over () n from tpch.sf1.orders limit 200000)',
    message: /^Division by zero$/,
  },
  manyRows: "select orderkey, cast(orderkey as varchar) b, 'text' c from tpch.sf1.orders limit 100000",
  oversized: (place) =>
    `select if(n = ${oversizedPlaces.indexOf(place)}, replace(rpad('x', 4000, 'x'), 'x', rpad('y', ${oversizedCell / 4000}, 'y')), 'small') a from (values 0, 1, 2) t (n) order by n`,
  slow: 'select count(*) from tpch.sf1000.lineitem a cross join tpch.sf1000.lineitem b where a.comment < b.comment',
  endless: 'select a.comment from tpch.sf1000.lineitem a',
  schema: [
    {
      name: 'memory.default.of_schema',
      columns: [
        { name: 'a', type: 'decimal(10,2)' },
        { name: 'b', type: 'timestamp(6) with time zone' },
      ],
    },
    {
      name: 'tpch.tiny.region',
      columns: [
        { name: 'comment', type: 'varchar(152)' },
        { name: 'name', type: 'varchar(25)' },
        { name: 'regionkey', type: 'bigint' },
      ],
    },
  ],
  lacks: { withoutResult: 'each statement gives a result, such as the number of rows' },
}

interface QueryInfo {
  state: string
  query: string
}

/** How many of the slow and endless queries the coordinator runs now. */
export async function runningOn(url: string, product: 'Trino' | 'Presto'): Promise<number> {
  const reply = await fetch(`${url}/v1/query`, { headers: { [`X-${product}-User`]: 'watcher' } })
  const queries = (await reply.json()) as QueryInfo[]
  return queries.filter(({ state, query }) => state === 'RUNNING' && query.includes('sf1000')).length
}
