import { oversizedCell, oversizedPlaces } from '#connectors/connector-trials.ts'
import type { SnowflakeTold } from './snowflake-server.ts'

const column = (name: string, type: string, rest: object = {}) => ({ name, type, nullable: true, ...rest })
const fixed = (name: string, scale = 0) => column(name, 'fixed', { precision: 38, scale })

/** Texts of the trials, and what the service answers to them by its reference. */
const answersByName: Readonly<Record<string, SnowflakeTold>> = {
  'SELECT 1': { columns: [fixed('1')], rows: [['1']] },
  types: {
    columns: [
      ...[fixed('A'), fixed('B', 2), column('C', 'real'), column('D', 'decfloat'), column('E', 'boolean')],
      ...[
        column('F', 'text', { length: 16 }),
        column('G', 'binary'),
        column('H', 'variant'),
        column('I', 'object'),
      ],
      ...[
        column('J', 'array'),
        column('K', 'time', { scale: 9 }),
        column('L', 'geography'),
        column('M', 'array'),
      ],
    ],
    rows: [
      [
        ...[
          '-1',
          '1.50',
          '1.5',
          '1.5e+200',
          'true',
          'text',
          '00FF',
          '"a\\"b"',
          '{\n  "a": 1.50,\n  "b": null\n}',
        ],
        ...['[\n  1,\n  9007199254740993\n]', '11045.123456789', 'POINT(1 2)', '[\n  undefined\n]'],
      ],
    ],
  },
  nulls: {
    columns: [fixed('A'), column('B', 'text'), column('C', 'real'), column('D', 'variant')],
    rows: [
      [null, null, null, null],
      ['1', '', 'NaN', 'null'],
      ['2', 'null', '-inf', '[]'],
    ],
  },
  empty: { columns: [fixed('A'), column('B', 'text')], rows: [] },
  names: { columns: [fixed('NAME'), fixed('NAME'), fixed('NAME')], rows: [['1', '2', '3']] },
  numbers: {
    columns: [fixed('A'), fixed('B', 9), fixed('C', 37), column('D', 'real')],
    rows: [
      [
        ...[
          '99999999999999999999999999999999999999',
          '0.000000001',
          '-9.9999999999999999999999999999999999999',
          '1e308',
        ],
      ],
      [
        '-9223372036854775808',
        '12345678901234567890123456789.123456789',
        '0.0000000000000000000000000000000000000',
        '5e-324',
      ],
    ],
  },
  dates: {
    columns: [
      ...[
        column('A', 'date'),
        column('B', 'timestamp_ntz', { scale: 9 }),
        column('C', 'timestamp_ltz', { scale: 9 }),
      ],
      ...[column('D', 'timestamp_tz', { scale: 9 }), column('E', 'time', { scale: 0 })],
    ],
    rows: [
      ['19782', '1704164645.123456789', '1704164645.000000000', '1704164645.999999999 1320', '0'],
      ['-719162', '-0.000000001', '-62135596800.000000000', '253402300799.999000000 1440', '86399.500000000'],
    ],
  },
  unicode: {
    columns: [column('a', 'text'), column('näme 😀', 'text')],
    rows: [['a😀é \'"\\\t\n\u0001', '表']],
  },
  statements: {
    statements: [
      { columns: [column('status', 'text')], rows: [['Statement executed successfully.']] },
      { columns: [fixed('A'), column('B', 'text')], rows: [['1', ';']] },
      { columns: [column('status', 'text')], rows: [['Statement executed successfully.']] },
    ],
  },
  wrong: {
    error: {
      ...{ code: '000904', sqlState: '42000' },
      message: "SQL compilation error: error line 2 at position 7\ninvalid identifier 'NOTHING'",
    },
  },
  late: { columns: [fixed('N')], rows: numbered(150_000, (n) => [n]), latePart: 4 },
  many: {
    columns: [fixed('N'), column('B', 'text'), column('C', 'text')],
    rows: numbered(100_000, (n) => [n, `row ${n}`, 'text']),
  },
  endless: { isEndless: true },
  'SHOW COLUMNS IN DATABASE "SHOP"': {
    columns: ['table_name', 'schema_name', 'column_name', 'data_type', 'kind', 'comment'].map((name) =>
      column(name, 'text'),
    ),
    rows: [
      ['ORDERS', 'PUBLIC', 'ID', '{"type":"FIXED","precision":38,"scale":0,"nullable":false}', 'COLUMN', ''],
      [
        'ORDERS',
        'PUBLIC',
        'NOTE',
        '{"type":"TEXT","length":50,"byteLength":200,"nullable":true}',
        'COLUMN',
        'of the customer',
      ],
      [
        'ORDERS',
        'PUBLIC',
        'AT',
        '{"type":"TIMESTAMP_TZ","precision":0,"scale":9,"nullable":true}',
        'COLUMN',
        '',
      ],
      ['ORDERS', 'PUBLIC', 'TOTAL', '{"type":"REAL","nullable":true}', 'VIRTUAL_COLUMN', ''],
      ['COLUMNS', 'INFORMATION_SCHEMA', 'X', '{"type":"VARIANT","nullable":true}', 'COLUMN', ''],
    ],
  },
  'SHOW OBJECTS IN DATABASE "SHOP"': {
    columns: ['name', 'schema_name', 'comment'].map((name) => column(name, 'text')),
    rows: [['ORDERS', 'PUBLIC', 'All orders']],
  },
  'SHOW COLUMNS IN SCHEMA "SHOP"."large one"': {
    columns: ['table_name', 'schema_name', 'column_name', 'data_type', 'kind', 'comment'].map((name) =>
      column(name, 'text'),
    ),
    rows: numbered(10_000, (n) => ['WIDE', 'large one', `C${n}`, '{"type":"REAL"}', 'COLUMN', '']),
  },
  'SHOW OBJECTS IN SCHEMA "SHOP"."large one"': {
    columns: ['name', 'schema_name', 'comment'].map((name) => column(name, 'text')),
    rows: [],
  },
}

/** Generated again each time it is read. */
function numbered(count: number, row: (n: string) => string[]): Iterable<string[]> {
  return {
    *[Symbol.iterator]() {
      for (let n = 1; n <= count; n++) yield row(String(n))
    },
  }
}

/** The answer for a text, whose comment names it. */
export function snowflakeAnswer(text: string): SnowflakeTold {
  if (text.endsWith(`INFORMATION_SCHEMA.COLUMNS WHERE table_schema = 'large one'`)) {
    const names = ['SCHEMA_NAME', 'TABLE_NAME', 'COLUMN_NAME', 'DATA_TYPE', 'COMMENT']
    return {
      columns: names.map((name) => column(name, 'text')),
      rows: numbered(10_001, (n) => ['large one', 'WIDE', `C${n}`, 'FLOAT', '']),
    }
  }
  const name = /-- answer: (\w+)/.exec(text)?.[1] ?? text
  const place = oversizedPlaces.find((one) => one === name)
  if (place !== undefined) {
    const rows = oversizedPlaces.map((one, at) => [
      String(at),
      one === place ? 'y'.repeat(oversizedCell) : 'small',
    ])
    return { columns: [fixed('N'), column('A', 'text')], rows }
  }
  const error = { code: '001003', sqlState: '42000', message: `The double has no answer to ${text}` }
  return answersByName[name] ?? { error }
}
