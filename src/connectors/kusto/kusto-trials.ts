import type { ConnectorTrials } from '../connector-trials.ts'

/** The answers are in `test/live/kusto-answers.ts`, by the name in the comment. */
export const kustoTrials: ConnectorTrials = {
  types: {
    text: 'EveryType // answer: types',
    columns: [
      ['a', 'integer'],
      ['b', 'integer'],
      ['c', 'float'],
      ['d', 'float'],
      ['e', 'boolean'],
      ...[...'fgh'].map((name) => [name, 'string'] as const),
      ...[...'ijk'].map((name) => [name, null] as const),
    ],
    cells: [
      [
        ...['-1', '2', '1.5', '1.50', 'true', '"text"', '"74be27de-1e4e-49d9-b579-fe0b331d3642"'],
        ...['"1.02:03:04.5000000"', '{"a":[1,9007199254740993],"b":1.50}', '[1,"x",null]', '"plain"'],
      ],
    ],
  },
  nulls: {
    text: 'WithNulls // answer: nulls',
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
      ['c', 'float'],
      ['d', null],
    ],
    cells: [
      ['null', '""', 'null', 'null'],
      ['1', '"x"', 'null', '{}'],
      ['2', '"null"', 'null', '[]'],
    ],
  },
  empty: {
    text: 'orders | where false // answer: empty',
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
    ],
    cells: [],
  },
  duplicateNames: {
    text: 'print name = 1 // answer: names',
    columns: [
      ['name', 'integer'],
      ['name1', 'integer'],
      ['name2', 'integer'],
    ],
    cells: [['1', '2', '3']],
  },
  bigNumbers: {
    text: 'Numbers // answer: numbers',
    columns: [
      ['a', 'integer'],
      ['b', 'float'],
      ['c', 'float'],
    ],
    cells: [
      ['9223372036854775807', '0.1234567890123456789012345678901234', '1E+308'],
      ['-9223372036854775808', '-12345678901234567890.5', '5E-324'],
    ],
  },
  dates: {
    text: 'Dates // answer: dates',
    columns: [
      ['a', 'datetime'],
      ['b', 'datetime'],
      ['c', 'string'],
    ],
    cells: [['"2024-02-29T23:59:59.123Z"', '"0001-01-01T00:00:00Z"', '"00:00:01"']],
  },
  unicode: {
    text: 'Unicode // answer: unicode',
    columns: [
      ['a', 'string'],
      ['näme 😀', 'string'],
    ],
    cells: [[JSON.stringify('a😀é \'"\\\t\n\u0001'), '"表"']],
  },
  severalStatements: {
    text: "let one = 1; print a = one, b = ';' // answer: statements",
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
    ],
    cells: [['1', '";"']],
  },
  wrongText: {
    text: 'orders // answer: wrong\n| where nothing',
    message: /SEM0100.*named 'nothing'/,
    position: { line: 2, column: 9 },
  },
  withoutResult: null,
  lateError: {
    text: 'range n from 1 to 200000 step 1 // answer: late',
    message: /lacks memory resources/,
    position: null,
  },
  manyRows: 'range n from 1 to 100000 step 1 // answer: many',
  oversized: (place) => `orders // answer: ${place}`,
  slow: 'range n from 1 to 1000000000000 step 1 | count // answer: endless',
  endless: null,
  schema: [
    { name: 'daily', columns: [{ name: 'count', type: 'long' }] },
    {
      name: 'visits',
      description: 'All visits',
      columns: [
        { name: 'at', type: 'datetime' },
        { name: 'url', type: 'string', description: 'without parameters' },
      ],
    },
  ],
  lacks: {
    withoutResult: 'each query has a result',
    endless: 'the double sends all rows at once',
  },
}
