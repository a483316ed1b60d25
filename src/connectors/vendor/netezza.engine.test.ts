import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { missingForOdbc, odbcFolder } from '#test/engines/odbc.ts'
import { isProgram, withEngine } from '#test/engines/start-engine.ts'
import { freePort } from '#test/test-postgres.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'
import { recordingSink } from '../recording-sink.ts'
import { netezza } from './netezza-connector.ts'

/** What Netezza has and PostgreSQL has not, as far as the connector asks for it. */
const catalogue = `
  create view _v_relation_column as select table_schema::varchar as schema, table_name::varchar as name, column_name::varchar as attname,
    upper(data_type)::varchar as format_type, table_catalog::varchar as database, 'TABLE' as type
    from information_schema.columns where table_schema = 'public' and table_name = 'people';
  create table people (id bigint, name varchar(20));`

const trials: ConnectorTrials = {
  types: {
    text: `select 1::int2 a, 2 b, 3::int8 c, 1.5::numeric(5,2) d, 0.1::float8 e, 'x'::varchar(10) g, 'x'::char(3) h, date '2024-02-29' i`,
    columns: [
      ...[...'abc'].map((name) => [name, 'integer'] as const),
      ...[...'de'].map((name) => [name, 'float'] as const),
      ...[...'gh'].map((name) => [name, 'string'] as const),
      ['i', 'date'],
    ],
    cells: [['1', '2', '3', '1.5', '0.1', '"x"', '"x  "', '"2024-02-29"']],
  },
  nulls: {
    text: "select null::int as a, null::varchar(5) as b union all select 1, ''",
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
    ],
    cells: [
      ['null', 'null'],
      ['1', '""'],
    ],
  },
  empty: { text: 'select 1 as a where 1 = 2', columns: [['a', 'integer']], cells: [] },
  duplicateNames: null,
  bigNumbers: {
    text: 'select 9223372036854775807 a, (-9223372036854775807)::int8 b',
    columns: [
      ['a', 'integer'],
      ['b', 'integer'],
    ],
    cells: [['9223372036854775807', '-9223372036854775807']],
  },
  dates: {
    text: "select date '2024-02-29' a, timestamp '2024-02-29 23:59:59.999999' b",
    columns: [
      ['a', 'date'],
      ['b', 'datetime'],
    ],
    cells: [['"2024-02-29"', '"2024-02-29T23:59:59.999"']],
  },
  unicode: {
    text: `select '😀 e\u0301 漢字'::varchar(50) as a`,
    columns: [['a', 'string']],
    cells: [[JSON.stringify('😀 e\u0301 漢字')]],
  },
  severalStatements: {
    text: 'create temp table several (a int); insert into several values (1), (2); -- ; a comment\nselect sum(a) as total from several;',
    columns: [['total', 'integer']],
    cells: [['3']],
  },
  wrongText: {
    text: 'select wrong from nowhere',
    message: /relation "nowhere" does not exist/,
    position: null,
  },
  withoutResult: {
    text: 'create temp table without_result (a int)',
    message: /^Query completed but it returned no data\.$/,
    position: null,
  },
  lateError: {
    text: 'select g, 1 / (150000 - g) as a from generate_series(1, 200000) g',
    message: /division by zero/,
  },
  manyRows: "select g, 'row ' || g as b from generate_series(1, 100000) g",
  oversized: (place) =>
    `select g, case g when ${oversizedPlaces.indexOf(place) + 1} then repeat('x', ${oversizedCell}) else 'small' end as cell from generate_series(1, 3) g`,
  slow: "select 1 as a from (select pg_sleep(60)) s, (select 'trial of sextant') t",
  endless: null,
  schema: [
    {
      name: 'public.people',
      columns: [
        { name: 'id', type: 'BIGINT' },
        { name: 'name', type: 'CHARACTER VARYING' },
      ],
    },
  ],
  lacks: {
    duplicateNames: 'the package cannot tell columns of one name apart, which is said',
    endless: 'the driver of PostgreSQL gathers a result before it gives its first row',
  },
}

const tests = () => {
  let admin: pg.Client
  let stand: Stand
  const database = `sextant_live_${randomBytes(5).toString('hex')}`
  beforeAll(async () => {
    const { driversFolder, settings } = await odbcFolder()
    process.env['ODBCSYSINI'] = settings
    admin = new pg.Client({ connectionString: inject('postgresUrl') })
    await admin.connect()
    await admin.query(`create database ${database}`)
    // as servers do that look for their client while they work
    await admin.query(`alter database ${database} set client_connection_check_interval = '200ms'`)
    const owner = new pg.Client({ connectionString: new URL(`/${database}`, inject('postgresUrl')).href })
    await owner.connect()
    await owner.query(catalogue)
    await owner.end()
    const { hostname: host, port, username: user, password } = new URL(inject('postgresUrl'))
    const options = { host, port: Number(port), user, password, database }
    stand = {
      connector: netezza,
      ground: { options, host: { driversFolder } } as unknown as Stand['ground'],
      backends: [],
    }
  }, 300_000)
  afterAll(async () => {
    await admin.query(`drop database ${database} with (force)`)
    await admin.end()
  })

  connectorSuite(netezza, trials, async () => ({
    options: stand.ground.options,
    host: stand.ground.host ?? {},
    refused: { ...stand.ground.options, port: await freePort() },
    wrongPassword: { ...stand.ground.options, password: 'wrong-password' },
    async running() {
      const { rows } = await admin.query(
        "select 1 from pg_stat_activity where datname = $1 and state = 'active' and query like '%trial of sextant%'",
        [database],
      )
      return rows.length
    },
    stop: async () => {},
  }))

  describe('Netezza', () => {
    it('says when two columns have one name, and when digits are lost', async () => {
      const failure = await failureOf(runOn(stand, 'select 1 as a, 2 as a', recordingSink()))
      expect((failure as Error).message).toContain('Two columns are called "a"')
      const sink = recordingSink()
      await runOn(stand, 'select 12345678901234567.5::numeric(20,2) as a', sink)
      expect(sink.lines).toEqual([expect.stringContaining('15 digits')])
    })

    it('says that the package is missing', async () => {
      const without = { ...stand, ground: { ...stand.ground, host: {} } }
      expect(((await failureOf(openOn(without))) as Error).message).toContain('The package "odbc"')
    })
  })
}

withEngine('Netezza by ODBC', missingForOdbc(isProgram), tests)
