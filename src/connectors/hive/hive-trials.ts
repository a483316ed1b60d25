import type { ConnectorTrials } from '../connector-trials.ts'

/** For the Thrift server of Spark. */
export const sparkTrials: ConnectorTrials = {
  types: {
    text: `select cast(1 as tinyint) as a, cast(-2 as smallint) as b, 3 as c, cast(-4 as bigint) as d, cast(0.1 as float) as e,
      cast(1.5 as double) as f, cast(1.50 as decimal(10, 2)) as g, true as h, 'text' as i, unhex('00FF') as j,
      array('x', 'y') as k, map('x', 1) as l, named_struct('y', 'z', 'n', null) as m, date '2024-02-29' as n`,
    columns: [
      ...(['a', 'b', 'c', 'd'] as const).map((name) => [name, 'integer'] as const),
      ...(['e', 'f', 'g'] as const).map((name) => [name, 'float'] as const),
      ['h', 'boolean'],
      ['i', 'string'],
      ['j', 'string'],
      ...(['k', 'l', 'm'] as const).map((name) => [name, null] as const),
      ['n', 'date'],
    ],
    cells: [
      [
        ...['1', '-2', '3', '-4', '0.1', '1.5', '1.50', 'true', '"text"', '"00ff"'],
        ...['["x","y"]', '{"x":1}', '{"y":"z","n":null}', '"2024-02-29"'],
      ],
    ],
  },
  nulls: {
    text: "select * from values (cast(null as int), '', cast(null as string)), (1, null, null) as t (a, b, c)",
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
      ['c', 'string'],
    ],
    cells: [
      ['null', '""', 'null'],
      ['1', 'null', 'null'],
    ],
  },
  empty: {
    text: "select 1 as a, 'x' as b where 1 = 2",
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
    ],
    cells: [],
  },
  duplicateNames: {
    text: 'select 1 as x, 2 as x, 3 as x',
    columns: [
      ['x', 'integer'],
      ['x1', 'integer'],
      ['x2', 'integer'],
    ],
    cells: [['1', '2', '3']],
  },
  bigNumbers: {
    text: `select 9223372036854775807 as a, cast('-99999999999999999999999999999999999999' as decimal(38, 0)) as b,
      cast('12345678901234567890123456789012.345678' as decimal(38, 6)) as c, double('1e300') as d, double('NaN') as e`,
    columns: [
      ['a', 'integer'],
      ['b', 'integer'],
      ['c', 'float'],
      ['d', 'float'],
      ['e', 'float'],
    ],
    cells: [
      [
        ...['9223372036854775807', '-99999999999999999999999999999999999999'],
        ...['12345678901234567890123456789012.345678', '1e+300', 'null'],
      ],
    ],
  },
  dates: {
    text: `select date '0001-01-01' as a, timestamp '2024-02-29 23:59:59.123456' as b, timestamp '2024-02-29 12:00:00+02:00' as c`,
    columns: [
      ['a', 'date'],
      ['b', 'datetime'],
      ['c', 'datetime'],
    ],
    cells: [['"0001-01-01"', '"2024-02-29T23:59:59.123"', '"2024-02-29T10:00:00"']],
  },
  unicode: {
    text: "select '😀 e\u0301 漢字 \u202e' as `größe 漢`, 'quote \" \\' backslash \\\\ tab \t' as b",
    columns: [
      ['größe 漢', 'string'],
      ['b', 'string'],
    ],
    cells: [[JSON.stringify('😀 e\u0301 漢字 \u202e'), JSON.stringify('quote " \' backslash \\ tab \t')]],
  },
  severalStatements: {
    text: "create or replace temporary view v as select 'a;b' as a; -- a view\nselect a from v; drop view v",
    columns: [['a', 'string']],
    cells: [['"a;b"']],
  },
  wrongText: {
    text: 'select 1,\n  nothing from nowhere_to_be_found',
    message: /TABLE_OR_VIEW_NOT_FOUND/,
    position: { line: 2, column: 16 },
  },
  withoutResult: null,
  lateError: {
    text: "select if(id = 100000, raise_error('late'), id) as id from range(0, 100001, 1, 1)",
    message: /late/,
  },
  manyRows: "select id, concat('row ', id) as t, id * 1.5 as h from range(0, 100000, 1, 1)",
  oversized: (place) => {
    const at = { first: 0, middle: 1, last: 2 }[place]
    return `select id, if(id = ${at}, repeat('x', 17000000), 'small') as cell from range(0, 3, 1, 1)`
  },
  slow: 'select count(*) from range(0, 100000000000000, 1, 2) where id % 7 = 8',
  endless: null,
  schema: [
    {
      name: 'people',
      columns: [
        { name: 'home', type: 'struct<city: string>' },
        { name: 'id', type: 'int', description: 'who' },
        { name: 'paid', type: 'decimal(10,2)' },
      ],
    },
    { name: 'shop.orders', columns: [{ name: 'id', type: 'bigint' }] },
  ],
  lacks: {
    withoutResult: 'Spark answers every statement with a result, if an empty one',
    endless: 'Spark has the whole result before it sends the first row',
  },
}

export const setUp = [
  "create table people (id int comment 'who', paid decimal(10, 2), home struct<city: string>) using parquet",
  'create database shop',
  'create table shop.orders (id bigint) using parquet',
]
