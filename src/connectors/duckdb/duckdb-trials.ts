import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'

/** What types with DuckDB's SQL are tried with. */
export const duckdbTrials: ConnectorTrials = {
  types: {
    text: `select 1::utinyint a, 2::hugeint b, 1.50::decimal(10,2) c, 1.5::float d, 'nan'::double e, true f, 'x' g, [1, null] h,
      {'k': 'v'} i, map {'k': 1} j, '\\x00\\xFFa'::blob k, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid l,
      interval '1 day 2 hours' m, 'y'::enum('x', 'y') n, '{"a": 1}'::json o`,
    columns: [
      ['a', 'integer'],
      ['b', 'integer'],
      ['c', 'float'],
      ['d', 'float'],
      ['e', 'float'],
      ['f', 'boolean'],
      ...[...'ghijklmno'].map((name) => [name, 'string'] as const),
    ],
    cells: [
      [
        ...[
          '1',
          '2',
          '1.50',
          '1.5',
          'null',
          'true',
          '"x"',
          '[1,null]',
          '{"k":"v"}',
          '[{"key":"k","value":1}]',
        ],
        ...[
          '"00ff61"',
          '"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"',
          '"1 day 02:00:00"',
          '"y"',
          '"{\\"a\\": 1}"',
        ],
      ],
    ],
  },
  nulls: {
    text: "select null::integer a, null::date b, '' c",
    columns: [
      ['a', 'integer'],
      ['b', 'date'],
      ['c', 'string'],
    ],
    cells: [['null', 'null', '""']],
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
    text: 'select 1 as name, 2 as name, 3 as name',
    columns: [
      ['name', 'integer'],
      ['name1', 'integer'],
      ['name2', 'integer'],
    ],
    cells: [['1', '2', '3']],
  },
  bigNumbers: {
    text: 'select 170141183460469231731687303715884105727::hugeint a, -9223372036854775808 b, 12345678901234567890123456789.123456789::decimal(38,9) c, 0.10 d',
    columns: [
      ['a', 'integer'],
      ['b', 'integer'],
      ['c', 'float'],
      ['d', 'float'],
    ],
    cells: [
      [
        '170141183460469231731687303715884105727',
        '-9223372036854775808',
        '12345678901234567890123456789.123456789',
        '0.10',
      ],
    ],
  },
  dates: {
    text: `select date '2024-02-29' a, timestamp '2024-02-29 23:59:59.999999' b, timestamptz '2024-02-29 12:00:00+05:30' c,
      time '12:34:56.789' d, timestamp_s '2024-02-29 12:00:00' e`,
    columns: [
      ['a', 'date'],
      ['b', 'datetime'],
      ['c', 'datetime'],
      ['d', 'string'],
      ['e', 'datetime'],
    ],
    cells: [
      [
        '"2024-02-29"',
        '"2024-02-29T23:59:59.999"',
        '"2024-02-29T06:30:00Z"',
        '"12:34:56.789"',
        '"2024-02-29T12:00:00"',
      ],
    ],
  },
  unicode: {
    text: "select '😀 e\u0301 \"quoted\" \\ ''' as a, chr(9) || chr(10) as b, '表' as 表",
    columns: [
      ['a', 'string'],
      ['b', 'string'],
      ['表', 'string'],
    ],
    cells: [[JSON.stringify('😀 e\u0301 "quoted" \\ \''), '"\\t\\n"', '"表"']],
  },
  severalStatements: {
    text: "select 'not this; one';\n-- nor; this\nselect $$;$$ as last;",
    columns: [['last', 'string']],
    cells: [['";"']],
  },
  wrongText: {
    text: 'select 1;\nselect a\n  from nosuch',
    message: /Table with name nosuch does not exist/,
    position: { line: 3, column: 8 },
  },
  withoutResult: null,
  lateError: {
    text: `select 1;\nselect i,\n  cast(s as int) as n from (select i, case i when 150000 then 'a' else '1' end as s from range(200000) r(i))`,
    message: /^Conversion Error: Could not convert string 'a' to INT32/,
    position: { line: 3, column: 3 },
  },
  manyRows: "select range as n, 'row ' || range as text from range(100000)",
  oversized: (place) =>
    `select n, case n when ${oversizedPlaces.indexOf(place) + 1} then repeat('x', ${oversizedCell}) else 'small' end as cell from range(1, 4) r(n)`,
  slow: 'select count(*) from range(100000000) a, range(1000000) b where (a.range * b.range) % 7 = 3',
  endless: 'select * from range(100000000000)',
  schema: [
    {
      name: 'other.things',
      columns: [{ name: 'a', type: 'INTEGER[]' }],
    },
    {
      name: 'plain',
      columns: [
        { name: 'a', type: 'INTEGER' },
        { name: 'b c', type: 'DECIMAL(10,2)' },
      ],
    },
  ],
  lacks: { withoutResult: 'statements that give no result are refused or answer a count' },
}
