import type { ConnectorTrials } from '../connector-trials.ts'
import { oversizedCell, oversizedPlaces } from '../connector-trials.ts'

const count = (to: number) => `with recursive c(n) as (select 1 union all select n + 1 from c limit ${to})`

/** What D1, libSQL and rqlite answer alike; the tests need a table `kinds` with the columns `i`, `t` and `v`. */
export const sqliteTrials = {
  nulls: {
    text: "select null as a, '' as b, null as c union all select null, null, 1",
    columns: [
      ['a', null],
      ['b', 'string'],
      ['c', 'integer'],
    ],
    cells: [
      ['null', '""', 'null'],
      ['null', 'null', '1'],
    ],
  },
  empty: {
    text: 'select i, t from kinds where 0',
    columns: [
      ['i', null],
      ['t', null],
    ],
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
  dates: {
    text: "select datetime('2024-02-29 23:59:59') as a, strftime('%Y-%m-%dT%H:%M:%SZ', 0, 'unixepoch') as b, date('2024-02-29') as c",
    columns: [
      ['a', 'datetime'],
      ['b', 'datetime'],
      ['c', 'string'],
    ],
    cells: [['"2024-02-29T23:59:59"', '"1970-01-01T00:00:00Z"', '"2024-02-29"']],
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
  wrongText: {
    text: 'select 1;\n  selct 2',
    message: /near "selct": syntax error/,
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
  slow: null,
  endless: null,
} satisfies Partial<ConnectorTrials>
