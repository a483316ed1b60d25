import { oversizedCell, oversizedPlaces } from '#connectors/connector-trials.ts'
import type { KustoTold } from './kusto-server.ts'

/** Texts of the trials, and what the service answers to them by its reference. */
const answersByName: Readonly<Record<string, KustoTold>> = {
  'let noop = datatable (Noop:string)[1]; noop': { columns: [['Noop', 'string']], rows: [['1']] },
  types: {
    columns: [
      ...([
        ['a', 'int'],
        ['b', 'long'],
        ['c', 'real'],
        ['d', 'decimal'],
        ['e', 'bool'],
        ['f', 'string'],
      ] as const),
      ...([
        ['g', 'guid'],
        ['h', 'timespan'],
        ['i', 'dynamic'],
        ['j', 'dynamic'],
        ['k', 'dynamic'],
      ] as const),
    ],
    rows: [
      [
        ...[-1, 2, 1.5, '1.50', true, 'text', '74be27de-1e4e-49d9-b579-fe0b331d3642', '1.02:03:04.5000000'],
        ...['json:{"a":[1,9007199254740993],"b":1.50}', [1, 'x', null], 'plain'],
      ],
    ],
  },
  nulls: {
    columns: [
      ['a', 'long'],
      ['b', 'string'],
      ['c', 'real'],
      ['d', 'dynamic'],
    ],
    rows: [
      [null, '', null, null],
      [1, 'x', 'NaN', {}],
      [2, 'null', '-Infinity', []],
    ],
  },
  empty: {
    columns: [
      ['a', 'long'],
      ['b', 'string'],
    ],
    rows: [],
  },
  names: {
    columns: [
      ['name', 'long'],
      ['name', 'long'],
      ['name', 'long'],
    ],
    rows: [[1, 2, 3]],
  },
  numbers: {
    columns: [
      ['a', 'long'],
      ['b', 'decimal'],
      ['c', 'real'],
    ],
    rows: [
      ['json:9223372036854775807', '0.1234567890123456789012345678901234', 'json:1E+308'],
      ['json:-9223372036854775808', '-12345678901234567890.5', 'json:5E-324'],
    ],
  },
  dates: {
    columns: [
      ['a', 'datetime'],
      ['b', 'datetime'],
      ['c', 'timespan'],
    ],
    rows: [['2024-02-29T23:59:59.1234567Z', '0001-01-01T00:00:00Z', '00:00:01']],
  },
  unicode: {
    columns: [
      ['a', 'string'],
      ['näme 😀', 'string'],
    ],
    rows: [['a😀é \'"\\\t\n\u0001', '表']],
  },
  statements: {
    columns: [
      ['a', 'long'],
      ['b', 'string'],
    ],
    rows: [[1, ';']],
    isWhole: true,
  },
  wrong: {
    refused:
      "Semantic error: SEM0100: 'where' operator: Failed to resolve scalar expression named 'nothing' [line:position=2:9]",
  },
  late: {
    columns: [['n', 'long']],
    rows: numbered(200_000, (n) => [n]),
    lateError: { after: 150_000, message: 'Query execution lacks memory resources to complete (80DA0007)' },
  },
  many: {
    columns: [
      ['n', 'long'],
      ['b', 'string'],
      ['c', 'string'],
    ],
    rows: numbered(100_000, (n) => [n, `row ${n}`, 'text']),
  },
  endless: { isEndless: true },
  two: { columns: [['n', 'long']], rows: [[1]], hasOther: true },
  broken: { columns: [['n', 'long']], rows: numbered(20_000, (n) => [n]), breaksOff: true },
  '.show tables': { columns: [['TableName', 'string']], rows: [['orders']] },
  '.show database schema as json': {
    columns: [['DatabaseSchema', 'string']],
    rows: [
      [
        JSON.stringify({
          Databases: {
            shop: {
              Name: 'shop',
              Tables: {
                visits: {
                  Name: 'visits',
                  DocString: 'All visits',
                  OrderedColumns: [
                    { Name: 'at', Type: 'System.DateTime', CslType: 'datetime' },
                    {
                      Name: 'url',
                      Type: 'System.String',
                      CslType: 'string',
                      DocString: 'without parameters',
                    },
                  ],
                },
              },
              MaterializedViews: {
                daily: {
                  Name: 'daily',
                  OrderedColumns: [{ Name: 'count', Type: 'System.Int64', CslType: 'long' }],
                },
              },
              Functions: {},
            },
          },
        }),
      ],
    ],
  },
}

/** Generated again each time it is read. */
function numbered(count: number, row: (n: number) => unknown[]): Iterable<unknown[]> {
  return {
    *[Symbol.iterator]() {
      for (let n = 1; n <= count; n++) yield row(n)
    },
  }
}

/** The answer for a text, whose comment names it. */
export function kustoAnswer(text: string): KustoTold {
  const name = /\/\/ answer: (\w+)/.exec(text)?.[1] ?? text.replace(/^\/\/.*\n\s*/, '')
  const place = oversizedPlaces.find((one) => one === name)
  if (place !== undefined) {
    const rows = oversizedPlaces.map((one, at) => [at, one === place ? 'y'.repeat(oversizedCell) : 'small'])
    return {
      columns: [
        ['n', 'long'],
        ['a', 'string'],
      ],
      rows,
    }
  }
  return answersByName[name] ?? { refused: `The double has no answer to ${text}` }
}
