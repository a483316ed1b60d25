import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { freePort } from '#test/test-postgres.ts'
import { connectorSuite } from '../connector-suite.ts'
import { cockroach, risingwave } from './derived-connectors.ts'
import { postgresTables, postgresTrials } from './postgres-trials.ts'

/** The types run against a PostgreSQL: what they ask of their catalogues is answered there too. */
async function ground() {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const name = `sextant_live_${randomBytes(5).toString('hex')}`
  await admin.query(`create database ${name}`)
  const owner = new pg.Client({ connectionString: new URL(`/${name}`, inject('postgresUrl')).href })
  await owner.connect()
  await owner.query(postgresTables)
  await owner.end()
  const { hostname: host, port, username: user, password } = new URL(inject('postgresUrl'))
  const options = { host, port: Number(port), user, password, dbname: name, sslmode: 'disable' }
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
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

connectorSuite(cockroach, postgresTrials, ground)

/** RisingWave's views: no comments, types of `information_schema`, none for materialized views. */
const plain: readonly SchemaTable[] = (postgresTrials.schema ?? []).map(({ name, columns }) => ({
  name,
  columns: columns.map((column) => ({
    name: column.name,
    ...(name === 'people_seen' ? {} : { type: column.name === 'tags' ? 'ARRAY' : (column.type ?? '') }),
  })),
}))

connectorSuite(risingwave, { ...postgresTrials, schema: plain }, ground)
