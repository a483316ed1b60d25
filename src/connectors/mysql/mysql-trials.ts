import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'

/** What MySQL has to pass, and the types that speak its protocol on a MariaDB. */
export const mysqlTrials: ConnectorTrials = {
  types: {
    text: `create temporary table if not exists of_types (
        a tinyint(1), b smallint unsigned, c int(6) zerofill, d bigint, e float, f double, g decimal(10,2), h bit(10),
        i varchar(10), j text, k char(3), l enum('x','y'), m set('p','q'), n json, o varbinary(4), p blob, q year, r time(3), s geometry);
      delete from of_types;
      insert into of_types values (1, 2, 42, -3, 1.25, 1e20, 1.50, b'1000000001', 'x', 'long', 'abc', 'y', 'p,q',
        '{"a": [1, null]}', x'00ff', x'de00', 2024, '-12:34:56.789', point(1, 2));
      select *, json_object('b', 1) t, 1 = 1 u, 'text' v from of_types`,
    columns: [
      ...[...'abcd'].map((name) => [name, 'integer'] as const),
      ['e', 'float'],
      ['f', 'float'],
      ['g', 'float'],
      ['h', 'integer'],
      ...[...'ijklm'].map((name) => [name, 'string'] as const),
      ['n', null],
      ...[...'opqrs'].map((name) => [name, 'string'] as const),
      ['t', null],
      ['u', 'integer'],
      ['v', 'string'],
    ],
    cells: [
      [
        ...['1', '2', '42', '-3', '1.25', '1e20', '1.50', '513', '"x"', '"long"', '"abc"', '"y"', '"p,q"'],
        ...['{"a": [1, null]}', '"00ff"', '"de00"', '"2024"', '"-12:34:56.789"'],
        ...['"000000000101000000000000000000f03f0000000000000040"', '{"b": 1}', '1', '"text"'],
      ],
    ],
  },
  nulls: {
    text: "select cast(null as signed) a, null b, cast(null as date) c union all select 1, '', date('2024-01-02')",
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
      ['c', 'date'],
    ],
    cells: [
      ['null', 'null', 'null'],
      ['1', '""', '"2024-01-02"'],
    ],
  },
  empty: {
    text: "select 1 as a, 'x' as b from dual where 1 = 0",
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
    ],
    cells: [],
  },
  duplicateNames: {
    text: 'select 1 name, 2 name, 3 name',
    columns: [
      ['name', 'integer'],
      ['name1', 'integer'],
      ['name2', 'integer'],
    ],
    cells: [['1', '2', '3']],
  },
  bigNumbers: {
    text: 'select 18446744073709551615 a, -9223372036854775808 b, 123456789012345678901234567890.123456789012345678901234567890 c, 0.10 d',
    columns: [
      ['a', 'integer'],
      ['b', 'integer'],
      ['c', 'float'],
      ['d', 'float'],
    ],
    cells: [
      [
        ...['18446744073709551615', '-9223372036854775808'],
        ...['123456789012345678901234567890.123456789012345678901234567890', '0.10'],
      ],
    ],
  },
  dates: {
    text: `set time_zone = '+05:30', sql_mode = '';
      create temporary table of_dates (a date, b datetime(6), c timestamp(3) null, d datetime, e date, f datetime);
      insert into of_dates values ('2024-02-29', '2024-02-29 23:59:59.999999', '2024-02-29 12:00:00.5', '2024-02-29 12:00',
        '0000-00-00', '0000-00-00');
      select * from of_dates`,
    columns: [
      ['a', 'date'],
      ['b', 'datetime'],
      ['c', 'datetime'],
      ['d', 'datetime'],
      ['e', 'date'],
      ['f', 'datetime'],
    ],
    cells: [
      [
        ...[
          '"2024-02-29"',
          '"2024-02-29T23:59:59.999"',
          '"2024-02-29T12:00:00.500"',
          '"2024-02-29T12:00:00"',
        ],
        ...['"0000-00-00"', '"0000-00-00 00:00:00"'],
      ],
    ],
  },
  unicode: {
    text: "select '😀 e\u0301 漢字 \u202e' as `größe 漢`, 'quote \" backslash \\\\ tab \\t newline \\n' b, '\\\\u0000 stays text' c",
    columns: [
      // MariaDB allows only characters of up to three bytes in names
      ['größe 漢', 'string'],
      ['b', 'string'],
      ['c', 'string'],
    ],
    cells: [
      [
        JSON.stringify('😀 e\u0301 漢字 \u202e'),
        JSON.stringify('quote " backslash \\ tab \t newline \n'),
        JSON.stringify('\\u0000 stays text'),
      ],
    ],
  },
  severalStatements: {
    text: `create temporary table several (a int); select 'not this'; # ; a comment
      insert into several values (1), (2); -- ; another
      select sum(a) as total, ';' as b from several; set @done = 'yes';`,
    columns: [
      ['total', 'float'],
      ['b', 'string'],
    ],
    cells: [['3', '";"']],
  },
  wrongText: {
    text: "select '😀', 1;\n\nselect\n  '😀' || x fron nowhere",
    message: /^You have an error in your SQL syntax/,
    position: { line: 4, column: 18 },
  },
  withoutResult: { text: 'set @a = 1', message: /^No data was returned\.$/, position: null },
  lateError: {
    text: 'select seq, 9223372036854775807 - 150000 + cast(seq as signed) from seq_1_to_200000',
    message: /BIGINT value is out of range/,
  },
  manyRows: "select seq, concat('row ', seq), seq * 1.5, now() from seq_1_to_100000",
  oversized: (place) =>
    `select seq, case seq when ${oversizedPlaces.indexOf(place) + 1} then repeat('x', ${oversizedCell}) else 'small' end as cell from seq_1_to_3`,
  slow: "select sleep(60), 'trial of sextant'",
  endless: "select seq, repeat('x', 50), 'trial of sextant' from seq_1_to_1000000000",
  schema: [
    { name: 'elsewhere.t.with.dot', columns: [{ name: 'x', type: 'int' }] },
    { name: 'odd `name`', columns: [{ name: 'a b', type: 'text' }] },
    {
      name: 'people',
      description: 'who they are',
      columns: [
        { name: 'Name', type: 'varchar' },
        { name: 'id', type: 'bigint', description: 'the key' },
      ],
    },
    { name: 'people_seen', columns: [{ name: 'n', type: 'bigint' }] },
  ],
  lacks: {},
}

/** The tables of `mysqlTrials.schema`. */
export const mysqlTables = [
  "create table people (id bigint comment 'the key', Name varchar(20)) comment 'who they are'",
  'create view people_seen as select count(*) as n from people',
  'create table `odd ``name``` (`a b` text)',
  'create database elsewhere',
  'create table elsewhere.`t.with.dot` (x int)',
]
