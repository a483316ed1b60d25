import type { ConnectorTrials } from '../connector-trials.ts'

/** The answers are in `test/live/snowflake-answers.ts`, by the name in the comment. */
export const snowflakeTrials: ConnectorTrials = {
  types: {
    text: 'select * from every_type -- answer: types',
    columns: [
      ['A', 'integer'],
      ['B', 'float'],
      ['C', 'float'],
      ['D', 'float'],
      ['E', 'boolean'],
      ['F', 'string'],
      ['G', 'string'],
      ...[...'HIJ'].map((name) => [name, null] as const),
      ['K', 'string'],
      ['L', 'string'],
      ['M', null],
    ],
    cells: [
      [
        ...[
          '-1',
          '1.50',
          '1.5',
          '1.5e+200',
          'true',
          '"text"',
          '"00ff"',
          '"a\\"b"',
          '{\n  "a": 1.50,\n  "b": null\n}',
        ],
        ...['[\n  1,\n  9007199254740993\n]', '"03:04:05.123"', '"POINT(1 2)"', '"[\\n  undefined\\n]"'],
      ],
    ],
  },
  nulls: {
    text: 'select * from with_nulls -- answer: nulls',
    columns: [
      ['A', 'integer'],
      ['B', 'string'],
      ['C', 'float'],
      ['D', null],
    ],
    cells: [
      ['null', 'null', 'null', 'null'],
      ['1', '""', 'null', 'null'],
      ['2', '"null"', 'null', '[]'],
    ],
  },
  empty: {
    text: 'select a, b from t where false -- answer: empty',
    columns: [
      ['A', 'integer'],
      ['B', 'string'],
    ],
    cells: [],
  },
  duplicateNames: {
    text: 'select 1 name, 2 name, 3 name -- answer: names',
    columns: [
      ['NAME', 'integer'],
      ['NAME1', 'integer'],
      ['NAME2', 'integer'],
    ],
    cells: [['1', '2', '3']],
  },
  bigNumbers: {
    text: 'select * from numbers -- answer: numbers',
    columns: [
      ['A', 'integer'],
      ['B', 'float'],
      ['C', 'float'],
      ['D', 'float'],
    ],
    cells: [
      [
        ...['99999999999999999999999999999999999999', '0.000000001'],
        ...['-9.9999999999999999999999999999999999999', '1e308'],
      ],
      [
        ...['-9223372036854775808', '12345678901234567890123456789.123456789'],
        ...['0.0000000000000000000000000000000000000', '5e-324'],
      ],
    ],
  },
  dates: {
    text: 'select * from dates -- answer: dates',
    columns: [
      ['A', 'date'],
      ['B', 'datetime'],
      ['C', 'datetime'],
      ['D', 'datetime'],
      ['E', 'string'],
    ],
    cells: [
      [
        ...['"2024-02-29"', '"2024-01-02T03:04:05.123"', '"2024-01-02T03:04:05.000Z"'],
        ...['"2024-01-02T03:04:05.999Z"', '"00:00:00"'],
      ],
      [
        ...['"0001-01-01"', '"1969-12-31T23:59:59.999"', '"0001-01-01T00:00:00.000Z"'],
        ...['"9999-12-31T23:59:59.999Z"', '"23:59:59.500"'],
      ],
    ],
  },
  unicode: {
    text: 'select "a", "näme 😀" from t -- answer: unicode',
    columns: [
      ['a', 'string'],
      ['näme 😀', 'string'],
    ],
    cells: [[JSON.stringify('a😀é \'"\\\t\n\u0001'), '"表"']],
  },
  severalStatements: {
    text: "use schema public; select 1 a, ';' b -- answer: statements\n; commit;",
    columns: [
      ['A', 'integer'],
      ['B', 'string'],
    ],
    cells: [['1', '";"']],
  },
  wrongText: {
    text: '-- answer: wrong\nselect nothing from t',
    message: /^SQL compilation error: error line 2 at position 7\ninvalid identifier 'NOTHING'$/,
    position: { line: 2, column: 8 },
  },
  withoutResult: null,
  lateError: {
    text: 'select 1 / (150000 - n) from numbered -- answer: late',
    message: /Division by zero/,
    position: null,
  },
  manyRows: 'select n, b, c from numbered -- answer: many',
  oversized: (place) => `select n, a from t -- answer: ${place}`,
  slow: 'select count(*) from t cross join t cross join t -- answer: endless',
  endless: null,
  schema: [
    {
      name: 'PUBLIC.ORDERS',
      description: 'All orders',
      columns: [
        { name: 'AT', type: 'TIMESTAMP_TZ(9)' },
        { name: 'ID', type: 'NUMBER(38,0)' },
        { name: 'NOTE', type: 'VARCHAR(50)', description: 'of the customer' },
      ],
    },
  ],
  lacks: {
    withoutResult: 'each statement gives a result, such as its status',
    endless: 'rows come only when the statement has ended',
  },
}
