import { randomBytes } from 'node:crypto'
import { connect, createServer, type Server } from 'node:net'
import pg from 'pg'
import { inject } from 'vitest'
import { postgresTables } from '#connectors/postgres/postgres-trials.ts'
import { freePort } from '#test/test-postgres.ts'

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

/** A database of its own that answers as Redshift does, and its options. */
export async function startRedshift() {
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
    admin,
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
