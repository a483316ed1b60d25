import type { ConnectorTrials } from '../connector-trials.ts'

interface Outcome {
  columns: readonly (readonly [name: string, type: string])[]
  rows: readonly (readonly (string | null)[])[]
  kind?: 'DML' | 'DDL'
  scannedBytes?: number
}

/** What the double gives for these texts: names of types and cells as Athena prints them. */
export const athenaOutcomes: Readonly<Record<string, Outcome>> = {
  'SELECT 1': { columns: [['_col0', 'integer']], rows: [['1']] },
  'select types': {
    columns: [
      ...([
        ['a', 'tinyint'],
        ['b', 'bigint'],
        ['c', 'float'],
        ['d', 'double'],
        ['e', 'decimal'],
        ['f', 'boolean'],
        ['g', 'varchar'],
        ['h', 'varbinary'],
        ['i', 'array'],
        ['j', 'map'],
        ['k', 'row'],
        ['l', 'json'],
        ['m', 'interval day to second'],
      ] as const),
    ],
    rows: [
      [
        ...['-1', '2', '1.5', '1.0E20', '1.50', 'true', 'x', '00 ff', '[1, 2]', '{k=1}', '{a=1, b=x}'],
        ...['{"a":1}', '2 00:00:00.000'],
      ],
    ],
  },
  'select nulls': {
    columns: [
      ['a', 'integer'],
      ['b', 'varchar'],
      ['c', 'double'],
      ['d', 'timestamp'],
    ],
    rows: [
      [null, null, null, null],
      ['1', '', 'NaN', null],
    ],
  },
  'select empty': {
    columns: [
      ['a', 'integer'],
      ['b', 'varchar'],
    ],
    rows: [],
  },
  'select names': {
    columns: [
      ['name', 'integer'],
      ['name', 'integer'],
      ['name', 'integer'],
    ],
    rows: [['1', '2', '3']],
  },
  'select numbers': {
    columns: [
      ['a', 'bigint'],
      ['b', 'decimal'],
    ],
    rows: [['9223372036854775807', '12345678901234567890123456789.012345678']],
  },
  'select dates': {
    columns: [
      ['a', 'date'],
      ['b', 'timestamp'],
      ['c', 'timestamp'],
      ['d', 'timestamp with time zone'],
      ['e', 'timestamp with time zone'],
      ['f', 'time'],
    ],
    rows: [
      [
        ...['2024-02-29', '2024-01-02 03:04:05.000', '2024-01-02 03:04:05.123456'],
        ...['2024-01-02 03:04:05.123 UTC', '2024-07-02 03:04:05.123 Europe/Berlin', '03:04:05.123'],
      ],
    ],
  },
  'select unicode': {
    columns: [['näme 😀', 'varchar']],
    rows: [['a😀é \'"\\\t\n\x01']],
  },
  // the first row equals the names of the columns
  'show tables': { columns: [['tab_name', 'string']], rows: [['tab_name'], ['orders']], kind: 'DDL' },
  'select scanned': { columns: [['a', 'integer']], rows: [['1']], scannedBytes: 2_500_000_000 },
  "SELECT table_schema, table_name, column_name, data_type FROM information_schema.columns WHERE table_schema <> 'information_schema'":
    {
      columns: [
        ['table_schema', 'varchar'],
        ['table_name', 'varchar'],
        ['column_name', 'varchar'],
        ['data_type', 'varchar'],
      ],
      rows: [
        ['web', 'hits', 'url', 'varchar'],
        ['sales', 'orders', 'id', 'bigint'],
        ['sales', 'orders', 'total', 'decimal(10,2)'],
      ],
    },
}

export const athenaTrials: ConnectorTrials = {
  types: {
    text: 'select types',
    columns: [
      ['a', 'integer'],
      ['b', 'integer'],
      ['c', 'float'],
      ['d', 'float'],
      ['e', 'float'],
      ['f', 'boolean'],
      ...[...'ghijkl'].map((name) => [name, 'string'] as const),
      ['m', null],
    ],
    cells: [
      [
        ...['-1', '2', '1.5', '1.0E20', '1.50', 'true', '"x"', '"00ff"', '"[1, 2]"', '"{k=1}"'],
        ...['"{a=1, b=x}"', '"{\\"a\\":1}"', '"2 00:00:00.000"'],
      ],
    ],
  },
  nulls: {
    text: 'select nulls',
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
      ['c', 'float'],
      ['d', 'datetime'],
    ],
    cells: [
      ['null', 'null', 'null', 'null'],
      ['1', '""', 'null', 'null'],
    ],
  },
  empty: {
    text: 'select empty',
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
    ],
    cells: [],
  },
  duplicateNames: {
    text: 'select names',
    columns: [
      ['name', 'integer'],
      ['name1', 'integer'],
      ['name2', 'integer'],
    ],
    cells: [['1', '2', '3']],
  },
  bigNumbers: {
    text: 'select numbers',
    columns: [
      ['a', 'integer'],
      ['b', 'float'],
    ],
    cells: [['9223372036854775807', '12345678901234567890123456789.012345678']],
  },
  dates: {
    text: 'select dates',
    columns: [
      ['a', 'date'],
      ['b', 'datetime'],
      ['c', 'datetime'],
      ['d', 'datetime'],
      ['e', 'datetime'],
      ['f', 'string'],
    ],
    cells: [
      [
        ...['"2024-02-29"', '"2024-01-02T03:04:05.000"', '"2024-01-02T03:04:05.123"'],
        ...['"2024-01-02T03:04:05.123Z"', '"2024-07-02T01:04:05.123Z"', '"03:04:05.123"'],
      ],
    ],
  },
  unicode: {
    text: 'select unicode',
    columns: [['näme 😀', 'string']],
    cells: [[JSON.stringify('a😀é \'"\\\t\n\x01')]],
  },
  severalStatements: null,
  wrongText: {
    text: 'select nothing',
    message: /^COLUMN_NOT_FOUND: line 1:8: Column 'select nothing' cannot be resolved$/,
    position: { line: 1, column: 8 },
  },
  withoutResult: null,
  lateError: { text: 'select late', message: /^Could not find results$/ },
  manyRows: 'select many',
  oversized: (place) => `select oversized ${place}`,
  slow: 'select slow',
  endless: null,
  schema: [
    {
      name: 'sales.orders',
      columns: [
        { name: 'id', type: 'bigint' },
        { name: 'total', type: 'decimal(10,2)' },
      ],
    },
    { name: 'web.hits', columns: [{ name: 'url', type: 'varchar' }] },
  ],
  lacks: {
    severalStatements: 'Athena takes one statement',
    withoutResult: 'each statement gives a result, if only one without columns',
    endless: 'a query has ended before its rows are read',
  },
}
