import { randomBytes } from 'node:crypto'
import { connect, createServer, type Server } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import { freePort } from '#test/test-postgres.ts'
import type { ConnectorHost } from '../connector.ts'
import { connectorSuite } from '../connector-suite.ts'
import type { Example } from '../connector-trials.ts'
import { recordingSink } from '../recording-sink.ts'
import { postgresTables, postgresTrials } from './postgres-trials.ts'
import { redshift } from './redshift-connector.ts'

/** What Redshift has and PostgreSQL lacks. */
const views = `
  create view svv_columns as
    select table_schema, table_name, column_name, data_type, ordinal_position, null::text as remarks
    from information_schema.columns
    union all select 'spectrum', 'clicks', 'day', 'date', 1, 'of the visit';
  create view svv_external_schemas as select 'spectrum'::text as schemaname;
  create schema spectrum;
  create view stv_sessions as select pid as process, backend_start::timestamp as starttime from pg_stat_activity;`

/** PostgreSQL has no query groups: on the way, the setting gets a name of the same length that it accepts. */
async function startFront(port: number): Promise<Server> {
  const front = createServer((client) => {
    const server = connect(port, '127.0.0.1')
    client.on('data', (part) => {
      const text = part.toString('latin1').replaceAll('set query_group to', 'set sextant.qgr to')
      server.write(Buffer.from(text, 'latin1'))
    })
    server.pipe(client)
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
    for (const side of [client, server]) side.on('error', () => {})
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  return front
}

async function ground() {
  const url = new URL(inject('postgresUrl'))
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  const name = `sextant_live_${randomBytes(5).toString('hex')}`
  await admin.query(`create database ${name}`)
  // as in Redshift, backslashes are escapes
  await admin.query(`alter database ${name} set standard_conforming_strings to off`)
  await admin.query(`alter database ${name} set escape_string_warning to off`)
  const owner = new pg.Client({ connectionString: new URL(`/${name}`, url).href })
  await owner.connect()
  await owner.query(postgresTables)
  await owner.query(views)
  await owner.end()
  const front = await startFront(Number(url.port))
  const { port } = front.address() as { port: number }
  const { username: user, password } = url
  const options = { host: '127.0.0.1', port, user, password, dbname: name, sslmode: 'disable' }
  return {
    options,
    refused: { ...options, port: await freePort() },
    wrongPassword: { ...options, password: 'wrong-password' },
    async running() {
      const { rows } = await admin.query(
        "select 1 from pg_stat_activity where datname = $1 and state = 'active' and query like '%trial of sextant%'",
        [name],
      )
      return rows.length
    },
    async stop() {
      front.close()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

const escaped = ({ text, ...example }: Example): Example => ({
  ...example,
  text: text.replaceAll('\\', '\\\\'),
})
const listed = (postgresTrials.schema ?? []).filter(({ name }) => name !== 'people_seen')

connectorSuite(
  redshift,
  {
    ...postgresTrials,
    types: escaped(postgresTrials.types),
    unicode: {
      ...postgresTrials.unicode,
      text: postgresTrials.unicode.text.replace("'\\u0000 stays text'", "'\\\\u0000 stays text'"),
    },
    schema: [
      ...listed.map(({ name, columns }) => ({
        name,
        columns: columns.map((column) => ({
          name: column.name,
          type: column.name === 'tags' ? 'ARRAY' : (column.type ?? ''),
        })),
      })),
      { name: 'spectrum.clicks', columns: [{ name: 'day', type: 'date', description: 'of the visit' }] },
    ],
  },
  ground,
)

describe('Redshift in particular', () => {
  let database: Awaited<ReturnType<typeof ground>>
  beforeAll(async () => {
    database = await ground()
  })
  afterAll(() => database.stop())

  const read = async (text: string, isScheduled: boolean, values: readonly BoundValue[] = []) => {
    const host: ConnectorHost = {
      fileFolders: [],
      fetch: () => Promise.reject(new Error('no HTTP')),
      fetchServer: () => Promise.reject(new Error('no HTTP')),
      reportBackend: () => {},
      engineMemoryMb: 0,
      isScheduled,
    }
    const groups = { adhoc_query_group: "o'hare \\ co", scheduled_query_group: 'nightly' }
    const session = await redshift.open({ ...database.options, ...groups }, host, AbortSignal.timeout(20_000))
    const sink = recordingSink()
    try {
      await session.run(text, sink, AbortSignal.timeout(20_000), values)
    } finally {
      await session.close()
    }
    return sink.cells
  }

  it('runs in the query group of its kind, which no name escapes from', async () => {
    const text = "select current_setting('sextant.qgr')"
    expect(await read(text, true)).toEqual([['"nightly"']])
    expect(await read(text, false)).toEqual([[JSON.stringify("o'hare \\ co")]])
  })

  it('reads backslashes as escapes, and never sends one in a value', async () => {
    const text = "select 'it\\'s; one', 'x'"
    expect(await read(text, false)).toEqual([['"it\'s; one"', '"x"']])
    const value = (text: string): BoundValue[] => [
      { start: 7, end: 10, value: text, type: 'text', cast: null },
    ]
    expect(await read("select 'a' as b", false, value("it's; x"))).toEqual([['"it\'s; x"']])
    await expect(read("select 'a' as b", false, value('\\'))).rejects.toThrow(/must not contain any/)
  })
})
