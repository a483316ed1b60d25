import { oversizedCell, oversizedPlaces } from '#connectors/connector-trials.ts'
import type { Told } from './bigquery-server.ts'

const field = (name: string, type: string, rest: object = {}) => ({ name, type, mode: 'NULLABLE', ...rest })

/** Texts of the trials, and what the service answers to them by its reference. */
export const bigqueryAnswers: Readonly<Record<string, Told>> = {
  'SELECT 1': { fields: [field('f0_', 'INTEGER')], rows: [['1']] },
  types: {
    fields: [
      ...[field('a', 'INTEGER'), field('b', 'FLOAT'), field('c', 'NUMERIC'), field('d', 'BIGNUMERIC')],
      ...[field('e', 'BOOLEAN'), field('f', 'STRING'), field('g', 'BYTES'), field('h', 'JSON')],
      ...[field('i', 'GEOGRAPHY'), field('j', 'INTERVAL'), field('k', 'TIME')],
      field('l', 'INTEGER', { mode: 'REPEATED' }),
      field('m', 'RECORD', {
        fields: [
          ...[field('x', 'NUMERIC'), field('y z', 'STRING', { mode: 'REPEATED' })],
          field('t', 'TIMESTAMP'),
          field('r', 'RECORD', { mode: 'REPEATED', fields: [field('v', 'BOOLEAN')] }),
        ],
      }),
    ],
    rows: [
      [
        ...[
          '-1',
          '1.5',
          '1.50',
          '0.12345678901234567890123456789012345678',
          'true',
          'text',
          'AP8=',
          '{"a":[1,1.50]}',
        ],
        ...['POINT(1 2)', '0-0 2 0:0:0', '03:04:05.123456'],
        [{ v: '1' }, { v: '9007199254740993' }],
        {
          f: [
            { v: '99999999999999999999999999999.123456789' },
            { v: [{ v: 'a"b' }, { v: 'c' }] },
            { v: '1704164645123456' },
            { v: [{ v: { f: [{ v: 'false' }] } }, { v: { f: [{ v: null }] } }] },
          ],
        },
      ],
    ],
  },
  nulls: {
    fields: [
      ...[
        field('a', 'INTEGER'),
        field('b', 'STRING'),
        field('c', 'FLOAT'),
        field('d', 'RECORD', { fields: [field('x', 'INTEGER')] }),
      ],
      field('e', 'STRING', { mode: 'REPEATED' }),
    ],
    rows: [
      [null, null, null, null, []],
      ['1', '', 'NaN', { f: [{ v: null }] }, [{ v: '' }]],
      ['2', 'x', '-Infinity', { f: [{ v: '3' }] }, [{ v: 'y' }]],
    ],
  },
  empty: { fields: [field('a', 'INTEGER'), field('b', 'STRING')], rows: [] },
  names: {
    fields: [field('name', 'INTEGER'), field('name_1', 'INTEGER'), field('name', 'INTEGER')],
    rows: [['1', '2', '3']],
  },
  numbers: {
    fields: [field('a', 'INTEGER'), field('b', 'NUMERIC'), field('c', 'BIGNUMERIC'), field('d', 'FLOAT')],
    rows: [
      ...[
        [
          '9223372036854775807',
          '0.000000001',
          '578960446186580977117854925043439539266.34992332820282019728792003956564819967',
          '1e308',
        ],
      ],
      ['-9223372036854775808', '-99999999999999999999999999999.999999999', '0', '4.9406564584124654e-324'],
    ],
  },
  dates: {
    fields: [
      field('a', 'DATE'),
      field('b', 'DATETIME'),
      field('c', 'TIMESTAMP'),
      field('d', 'TIMESTAMP'),
      field('e', 'TIMESTAMP'),
    ],
    rows: [
      ['2024-02-29', '2024-01-02T03:04:05.123456', '1704164645123456', '-1', '253402300799999999'],
      ['0001-01-01', '0001-01-01T00:00:00', '-62135596800000000', '0', null],
    ],
  },
  unicode: {
    fields: [field('a', 'STRING'), field('näme_😀', 'STRING')],
    rows: [['a😀é \'"\\\t\n\u0001', '表']],
  },
  script: { fields: [field('a', 'INTEGER'), field('b', 'STRING')], rows: [['1', ';']], isScript: true },
  wrong: { refused: 'Unrecognized name: nothing at [2:8]' },
  ddl: {},
  late: {
    fields: [field('n', 'INTEGER')],
    rows: numbered(130_000, (n) => [n]),
    lateError: { page: 6, message: 'Query error: division by zero: 1 / 0 at [1:8]' },
  },
  many: {
    fields: [field('n', 'INTEGER'), field('b', 'STRING'), field('c', 'STRING')],
    rows: numbered(100_000, (n) => [n, `row ${n}`, 'text']),
  },
  endless: { isEndless: true },
  small: { fields: [field('a', 'INTEGER')], rows: [['1']], bytes: 4_000_000 },
  clustered: { bytes: 2 ** 40, accuracy: 'UPPER_BOUND', tables: ['web.visits', 'sales.orders'] },
  large: { fields: [field('a', 'INTEGER')], rows: [['1']], bytes: 5_500_000 },
}

/** Generated again each time it is read. */
function numbered(count: number, row: (n: string) => unknown[]): Iterable<unknown[]> {
  return {
    *[Symbol.iterator]() {
      for (let n = 1; n <= count; n++) yield row(String(n))
    },
  }
}

export const bigqueryDatasets = [
  { id: 'sales', location: 'US' },
  { id: 'web', location: 'US' },
  { id: 'archive', location: 'EU' },
]

const columnRows: Readonly<Record<string, string[][]>> = {
  sales: [
    ['orders', 'id', 'INT64', ''],
    ['orders', 'customer', 'STRUCT<name STRING>', ''],
    ['orders', 'customer.name', 'STRING', 'as on the card'],
  ],
  web: [['visits', 'id', 'INT64', '']],
  archive: [['old', 'id', 'INT64', '']],
}

/** Our own questions: a view of the catalog for each dataset. */
function catalogOf(text: string): Told {
  const asked = [...text.matchAll(/FROM `demo-project`\.`(\w+)`\.INFORMATION_SCHEMA\.(\w+)/g)]
  const rows = asked.flatMap(([, dataset = '', view]) =>
    view === 'COLUMN_FIELD_PATHS'
      ? (columnRows[dataset] ?? []).map((row) => [dataset, ...row])
      : dataset === 'sales'
        ? [['sales', 'orders', JSON.stringify('All "orders" since 2020')]]
        : [],
  )
  const names = ['table_schema', 'table_name', 'field_path', 'data_type', 'description']
  return { fields: names.slice(0, rows[0]?.length ?? 3).map((name) => field(name, 'STRING')), rows }
}

/** The answer for a text, whose comment names it. */
export function answerOf(text: string): Told {
  if (text.startsWith('SELECT table_schema')) return catalogOf(text)
  const name = /-- answer: (\w+)/.exec(text)?.[1] ?? text
  const place = oversizedPlaces.find((one) => one === name)
  if (place !== undefined) {
    const rows = oversizedPlaces.map((one, at) => [
      String(at),
      one === place ? 'y'.repeat(oversizedCell) : 'small',
    ])
    return { fields: [field('n', 'INTEGER'), field('a', 'STRING')], rows }
  }
  return bigqueryAnswers[name] ?? { refused: `The double has no answer to ${text}` }
}
