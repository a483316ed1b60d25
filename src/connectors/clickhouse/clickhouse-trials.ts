import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'

export const clickhouseTrials: ConnectorTrials = {
  types: {
    text: `select toInt8(-1) a, toUInt64(2) b, toFloat32(1.5) c, 1e20 d, toDecimal64('1.50', 2) e, true f, 'x' g, toFixedString('ab', 2) h,
      toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0') i, toIPv4('1.2.3.4') j, CAST('p' AS Enum8('p' = 1)) k, toLowCardinality('l') l,
      CAST('[1, 18446744073709551615]' AS Array(UInt64)) m, tuple(1, 'q') n, map('k', 1) o, CAST('{"a": [1, null]}' AS JSON) p,
      CAST(tuple(1, 2) AS Tuple(x Int8, y Int8)) q, toIntervalDay(3) r, CAST('z' AS LowCardinality(Nullable(String))) s`,
    columns: [
      ['a', 'integer'],
      ['b', 'integer'],
      ['c', 'float'],
      ['d', 'float'],
      ['e', 'float'],
      ['f', 'boolean'],
      ...[...'ghijkl'].map((name) => [name, 'string'] as const),
      ...[...'mnopq'].map((name) => [name, null] as const),
      ['r', 'integer'],
      ['s', 'string'],
    ],
    cells: [
      [
        ...['-1', '2', '1.5', '100000000000000000000', '1.5', 'true', '"x"', '"ab"'],
        ...['"61f0c404-5cb3-11e7-907b-a6006ad3dba0"', '"1.2.3.4"', '"p"', '"l"'],
        ...['[1,18446744073709551615]', '[1,"q"]', '{"k":1}', '{"a":[1,null]}', '{"x":1,"y":2}', '3', '"z"'],
      ],
    ],
  },
  nulls: {
    text: "select CAST(NULL AS Nullable(Int64)) a, CAST(NULL AS Nullable(String)) b, NULL c, 0 / 0 d union all select 1, '', NULL, 1.5",
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
      ['c', null],
      ['d', 'float'],
    ],
    cells: [
      ['null', 'null', 'null', 'null'],
      ['1', '""', 'null', '1.5'],
    ],
  },
  empty: {
    text: "select 1 as a, 'x' as b where 0",
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
    ],
    cells: [],
  },
  duplicateNames: {
    text: 'select 1 as name, 1 as name, 1 as name',
    columns: [
      ['name', 'integer'],
      ['name1', 'integer'],
      ['name2', 'integer'],
    ],
    cells: [['1', '1', '1']],
  },
  bigNumbers: {
    text: "select toUInt256('115792089237316195423570985008687907853269984665640564039457584007913129639935') a, toInt64(-9223372036854775808) b, toDecimal256('123456789012345678901234567890.123456789012345678901234567890', 30) c, [toDecimal64('0.10', 2)] d",
    columns: [
      ['a', 'integer'],
      ['b', 'integer'],
      ['c', 'float'],
      ['d', null],
    ],
    cells: [
      [
        '115792089237316195423570985008687907853269984665640564039457584007913129639935',
        '-9223372036854775808',
        '123456789012345678901234567890.12345678901234567890123456789',
        '[0.1]',
      ],
    ],
  },
  dates: {
    text: "select toDate('2024-02-29') a, toDate32('1925-01-02') b, toDateTime('2024-01-02 03:04:05', 'UTC') c, toDateTime64('2024-01-02 03:04:05.123456', 6, 'Europe/Berlin') d, toDateTime64('2024-01-02 03:04:05', 0, 'UTC') e",
    columns: [
      ['a', 'date'],
      ['b', 'date'],
      ['c', 'datetime'],
      ['d', 'datetime'],
      ['e', 'datetime'],
    ],
    cells: [
      [
        ...['"2024-02-29"', '"1925-01-02"', '"2024-01-02T03:04:05"', '"2024-01-02T03:04:05.123"'],
        '"2024-01-02T03:04:05"',
      ],
    ],
  },
  unicode: {
    text: "select 'a😀é \\'\"\\\\ \\t\\n\\x01' as `näme 😀`",
    columns: [['näme 😀', 'string']],
    cells: [[JSON.stringify('a😀é \'"\\ \t\n\x01')]],
  },
  severalStatements: {
    text: "drop table if exists of_statements; create table of_statements (a Int8, b String) engine = Memory; insert into of_statements values (1, ';'); select * from of_statements -- done;\n;",
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
    ],
    cells: [['1', '";"']],
  },
  wrongText: {
    text: "select 'é';\nselec 1",
    message: /^Code: 62\. DB::Exception: .*Syntax error/,
    position: { line: 2, column: 7 },
  },
  withoutResult: null,
  lateError: {
    text: 'select throwIf(number = 150000) a from numbers(200000)',
    message: /^Code: 395\. DB::Exception: Value passed to 'throwIf' function is non-zero.*\)$/,
    position: null,
  },
  manyRows: "select number a, toString(number) b, 'text' c from numbers(100000)",
  oversized: (place) =>
    `select if(number = ${oversizedPlaces.indexOf(place)}, repeat(repeat('x', 1000), ${oversizedCell / 1000}), 'small') a from numbers(3)`,
  slow: 'select sleepEachRow(1) from numbers(100) settings max_block_size = 1',
  endless: 'select number from system.numbers',
  schema: [
    {
      name: 'elsewhere.t',
      columns: [
        { name: 'a', type: 'Int8', description: 'of a' },
        { name: 'b', type: 'LowCardinality(String)' },
      ],
      description: 'of t',
    },
  ],
  lacks: {
    withoutResult: 'a statement without a result gives a result without columns, as in Redash',
  },
}
