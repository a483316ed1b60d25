import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'

/** What PostgreSQL has to pass, and the types derived from it on a PostgreSQL. */
export const postgresTrials: ConnectorTrials = {
  types: {
    text: `select 1::int2 a, 2 b, 3::int8 c, 1.50::numeric d, 1.5::float4 e, 'NaN'::float8 f, '-Infinity'::numeric g, true h,
      'x'::varchar i, 'x'::text j, 'a0ee'::bytea k, '\\xde00'::bytea l, '{"a": [1, null]}'::jsonb m, ' [1,\n2]\n'::json n,
      array[1,null,3] o, array[['a','b"\\'],['NULL',null]] p, array[1.50,'NaN']::numeric[] q, array[true,false] r,
      '{}'::int[] s, '[0:1]={5,6}'::int[] t, array['{"b":2}'::jsonb] u, int4range(1, 5) v, 'empty'::int4range w,
      tstzrange('2024-01-01 00:00Z', null) x, '1 day 02:00'::interval y, '12:34:56.789123'::time z,
      'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid aa, '10.0.0.1/8'::inet ab, point(1, 2) ac, '42'::oid ad,
      array[box(point(0,0),point(1,1)), box(point(2,2),point(3,3))] ae, 1e20::float8 af, '$1.50'::text af2`,
    columns: [
      ['a', 'integer'],
      ['b', 'integer'],
      ['c', 'integer'],
      ['d', 'float'],
      ['e', 'float'],
      ['f', 'float'],
      ['g', 'float'],
      ['h', 'boolean'],
      ['i', 'string'],
      ['j', 'string'],
      ['k', 'string'],
      ['l', 'string'],
      ['m', null],
      ['n', null],
      ...[...'opqrstuvwxyz'].map((name) => [name, 'string'] as const),
      ['aa', 'string'],
      ['ab', 'string'],
      ['ac', 'string'],
      ['ad', 'integer'],
      ['ae', 'string'],
      ['af', 'float'],
      ['af2', 'string'],
    ],
    cells: [
      [
        ...['1', '2', '3', '1.50', '1.5', 'null', 'null', 'true', '"x"', '"x"', '"61306565"', '"de00"'],
        ...['{"a": [1, null]}', '[1,\n2]', '[1,null,3]', '[["a","b\\"\\\\"],["NULL",null]]', '[1.50,null]'],
        ...['[true,false]', '[]', '[5,6]', '[{"b": 2}]', '"[1, 5)"', '""'],
        ...['"[2024-01-01 00:00:00+00, )"', '"1 day 02:00:00"', '"12:34:56.789"'],
        ...['"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"', '"10.0.0.1/8"', '"(1,2)"', '42'],
        ...['["(1,1),(0,0)","(3,3),(2,2)"]', '1e+20', '"$1.50"'],
      ],
    ],
  },
  nulls: {
    text: 'select null::int a, null::text b, null::jsonb c, null d union all select 1, $$$$, $$null$$, $$x$$',
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
      ['c', null],
      ['d', 'string'],
    ],
    cells: [
      ['null', 'null', 'null', 'null'],
      ['1', '""', 'null', '"x"'],
    ],
  },
  empty: {
    text: 'select 1 a, $$x$$ b where false',
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
    text: 'select 9223372036854775807 a, -9223372036854775808 b, 123456789012345678901234567890.12345678901234567890 c, 0.10 d, 1::float8/3 e',
    columns: [
      ['a', 'integer'],
      ['b', 'integer'],
      ['c', 'float'],
      ['d', 'float'],
      ['e', 'float'],
    ],
    cells: [
      [
        ...[
          '9223372036854775807',
          '-9223372036854775808',
          '123456789012345678901234567890.12345678901234567890',
        ],
        ...['0.10', '0.3333333333333333'],
      ],
    ],
  },
  dates: {
    text: `set timezone to 'Asia/Kolkata'; set datestyle to ISO;
      select '2024-02-29'::date a, '2024-02-29 23:59:59.999999'::timestamp b, '2024-02-29 12:00Z'::timestamptz c,
        '2024-02-29 12:00:00.5'::timestamp d, 'infinity'::date e, '0044-03-15 BC'::date f, '-infinity'::timestamptz g,
        '12000-01-01'::timestamp h, ('2024-02-29 12:00Z'::timestamptz at time zone 'UTC') i, '08:00+02'::timetz j`,
    columns: [
      ['a', 'date'],
      ['b', 'datetime'],
      ['c', 'datetime'],
      ['d', 'datetime'],
      ['e', 'date'],
      ['f', 'date'],
      ['g', 'datetime'],
      ['h', 'datetime'],
      ['i', 'datetime'],
      ['j', 'string'],
    ],
    cells: [
      [
        ...['"2024-02-29"', '"2024-02-29T23:59:59.999"', '"2024-02-29T17:30:00+05:30"'],
        ...[
          '"2024-02-29T12:00:00.500"',
          '"infinity"',
          '"0044-03-15 BC"',
          '"-infinity"',
          '"12000-01-01 00:00:00"',
        ],
        ...['"2024-02-29T12:00:00"', '"08:00:00+02"'],
      ],
    ],
  },
  unicode: {
    text: `select '😀 e\u0301 漢字 \u202e' as "größe 😀", E'quote " backslash \\\\ tab \\t newline \\n \\u0001' b, '\\u0000 stays text' c`,
    columns: [
      ['größe 😀', 'string'],
      ['b', 'string'],
      ['c', 'string'],
    ],
    cells: [
      [
        JSON.stringify('😀 e\u0301 漢字 \u202e'),
        JSON.stringify('quote " backslash \\ tab \t newline \n \u0001'),
        JSON.stringify('\\u0000 stays text'),
      ],
    ],
  },
  severalStatements: {
    text: `create temp table if not exists several (a int); truncate several; select 'not this';
      insert into several values (1), (2); -- ; a comment
      select sum(a) as total, ';' as b from several; set sextant.done = 'yes';`,
    columns: [
      ['total', 'integer'],
      ['b', 'string'],
    ],
    cells: [['3', '";"']],
  },
  wrongText: {
    text: "select '😀', 1;\n\nselect\n  '😀' || wrong from nowhere",
    message: /^relation "nowhere" does not exist$/,
    position: { line: 4, column: 22 },
  },
  withoutResult: {
    text: 'create temp table without_result (a int)',
    message: /^Query completed but it returned no data\.$/,
    position: null,
  },
  lateError: {
    text: 'select g, 1 / (150000 - g) from generate_series(1, 200000) g',
    message: /division by zero/,
  },
  manyRows: "select g, 'row ' || g, g * 1.5, now() from generate_series(1, 100000) g",
  oversized: (place) =>
    `select g, case g when ${oversizedPlaces.indexOf(place) + 1} then repeat('x', ${oversizedCell}) else 'small' end as cell from generate_series(1, 3) g`,
  slow: "select pg_sleep(60), 'trial of sextant'",
  endless:
    "with recursive n(i) as (select 1 union all select i + 1 from n) select i, repeat('x', 50), 'trial of sextant' from n",
  schema: [
    {
      name: 'main.users',
      columns: [{ name: 'id', type: 'integer' }],
    },
    {
      name: 'odd "schema"."with.dot"',
      columns: [{ name: 'a b', type: 'text' }],
    },
    {
      name: 'people',
      description: 'who they are',
      columns: [
        { name: 'Name', type: 'character varying' },
        { name: 'id', type: 'bigint', description: 'the key' },
        { name: 'tags', type: 'text[]' },
      ],
    },
    { name: 'people_seen', columns: [{ name: 'n', type: 'bigint' }] },
    { name: 'public."main.users"', columns: [{ name: 'x', type: 'integer' }] },
  ],
  lacks: {},
}

/** The tables of `postgresTrials.schema`. */
export const postgresTables = `
  create table people (tags text[], id bigint, "Name" varchar(20), gone int);
  alter table people drop column gone;
  comment on table people is 'who they are';
  comment on column people.id is 'the key';
  create materialized view people_seen as select count(*) as n from people;
  create schema main; create table main.users (id int);
  create table public."main.users" (x int);
  create schema "odd ""schema"""; create table "odd ""schema"""."with.dot" ("a b" text);`
