import type { ConnectorTrials } from '../connector-trials.ts'

/** The answers are in `test/live/bigquery-answers.ts`, by the name in the comment. */
export const bigqueryTrials: ConnectorTrials = {
  types: {
    text: 'select * from every_type -- answer: types',
    columns: [
      ...([
        ['a', 'integer'],
        ['b', 'float'],
        ['c', 'float'],
        ['d', 'float'],
        ['e', 'boolean'],
      ] as const),
      ...([
        ['f', 'string'],
        ['g', 'string'],
        ['h', null],
        ['i', 'string'],
        ['j', 'string'],
        ['k', 'string'],
      ] as const),
      ...([
        ['l', null],
        ['m', null],
      ] as const),
    ],
    cells: [
      [
        ...['-1', '1.5', '1.50', '0.12345678901234567890123456789012345678', 'true', '"text"', '"00ff"'],
        ...['{"a":[1,1.50]}', '"POINT(1 2)"', '"0-0 2 0:0:0"', '"03:04:05.123456"', '[1,9007199254740993]'],
        '{"x":99999999999999999999999999999.123456789,"y z":["a\\"b","c"],"t":"2024-01-02T03:04:05.123Z","r":[{"v":false},{"v":null}]}',
      ],
    ],
  },
  nulls: {
    text: 'select * from with_nulls -- answer: nulls',
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
      ['c', 'float'],
      ['d', null],
      ['e', null],
    ],
    cells: [
      ['null', 'null', 'null', 'null', '[]'],
      ['1', '""', 'null', '{"x":null}', '[""]'],
      ['2', '"x"', 'null', '{"x":3}', '["y"]'],
    ],
  },
  empty: {
    text: 'select a, b from t where false -- answer: empty',
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
    ],
    cells: [],
  },
  duplicateNames: {
    text: 'select 1 name, 2 name, 3 name -- answer: names',
    columns: [
      ['name', 'integer'],
      ['name_1', 'integer'],
      ['name1', 'integer'],
    ],
    cells: [['1', '2', '3']],
  },
  bigNumbers: {
    text: 'select * from numbers -- answer: numbers',
    columns: [
      ['a', 'integer'],
      ['b', 'float'],
      ['c', 'float'],
      ['d', 'float'],
    ],
    cells: [
      [
        ...['9223372036854775807', '0.000000001'],
        ...['578960446186580977117854925043439539266.34992332820282019728792003956564819967', '1e308'],
      ],
      ['-9223372036854775808', '-99999999999999999999999999999.999999999', '0', '4.9406564584124654e-324'],
    ],
  },
  dates: {
    text: 'select * from dates -- answer: dates',
    columns: [
      ['a', 'date'],
      ['b', 'datetime'],
      ['c', 'datetime'],
      ['d', 'datetime'],
      ['e', 'datetime'],
    ],
    cells: [
      [
        ...['"2024-02-29"', '"2024-01-02T03:04:05.123"', '"2024-01-02T03:04:05.123Z"'],
        ...['"1969-12-31T23:59:59.999Z"', '"9999-12-31T23:59:59.999Z"'],
      ],
      [
        ...['"0001-01-01"', '"0001-01-01T00:00:00"', '"0001-01-01T00:00:00.000Z"'],
        ...['"1970-01-01T00:00:00.000Z"', 'null'],
      ],
    ],
  },
  unicode: {
    text: 'select a, `näme_😀` from t -- answer: unicode',
    columns: [
      ['a', 'string'],
      ['näme_😀', 'string'],
    ],
    cells: [[JSON.stringify('a😀é \'"\\\t\n\u0001'), '"表"']],
  },
  severalStatements: {
    text: "create temp table t (a int64, b string); insert into t values (1, ';'); select * from t; -- answer: script",
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
    ],
    cells: [['1', '";"']],
  },
  wrongText: {
    text: 'select 1; -- answer: wrong\nselect nothing',
    message: /^Unrecognized name: nothing at \[2:8\]$/,
    position: { line: 2, column: 8 },
  },
  withoutResult: null,
  lateError: {
    text: 'select 1 / (150000 - n) from numbered -- answer: late',
    message: /division by zero/,
    position: { line: 1, column: 8 },
  },
  manyRows: 'select n, b, c from numbered -- answer: many',
  oversized: (place) => `select n, a from t -- answer: ${place}`,
  slow: 'select count(*) from t cross join t cross join t -- answer: endless',
  endless: null,
  schema: [
    {
      name: 'sales.orders',
      description: 'All "orders" since 2020',
      columns: [
        { name: 'customer', type: 'STRUCT<name STRING>' },
        { name: 'customer.name', type: 'STRING', description: 'as on the card' },
        { name: 'id', type: 'INT64' },
      ],
    },
    { name: 'web.visits', columns: [{ name: 'id', type: 'INT64' }] },
  ],
  lacks: {
    withoutResult: 'a statement without a result gives a result without columns, as the service does',
    endless: 'rows come only when the job has ended',
  },
}
