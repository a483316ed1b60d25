import { optionsSchema } from '#connectors/options-schema.ts'
import { findConnector } from '#connectors/registry.ts'
import { objectOf, textOf } from '../../redash/fields.ts'
import type { Row } from '../../redash/redash-store.ts'
import { idFor } from '../supply-rows.ts'

/** Our types by the engines of Metabase, where they have another name. */
const types: Readonly<Record<string, string>> = {
  postgres: 'pg',
  sqlserver: 'mssql',
  mongo: 'mongodb',
  'bigquery-cloud-sdk': 'bigquery',
  'presto-jdbc': 'presto',
  starburst: 'trino',
}

/** Names of our options by those of Metabase; the first that the connector has. */
const names: Readonly<Record<string, readonly string[]>> = {
  host: ['host', 'server'],
  port: ['port'],
  user: ['user', 'username'],
  dbname: ['dbname', 'db', 'database', 'dbName'],
  db: ['dbname', 'db', 'database', 'dbName', 'dbpath'],
}

/** A data source without its password. It is paused until the password is entered. */
export function sourceRow(database: Row): Row {
  const engine = textOf(database, 'engine', 255)
  const type = types[engine] ?? engine
  const connector = findConnector(type)
  const known = connector === undefined ? [] : Object.keys(optionsSchema(connector).properties)
  const details = objectOf(database, 'details') ?? {}
  const options = Object.entries(names).flatMap(([theirs, ours]) => {
    const value = details[theirs]
    const name = ours.find((one) => known.includes(one))
    return name === undefined || value == null || value === '' ? [] : [[name, value] as const]
  })
  const name = textOf(database, 'name', 255)
  return {
    ...{ id: idFor('database', name), shown_id: '', name, type, options: Object.fromEntries(options) },
    withheld_options: options.length === 0 ? ['its address', 'password'] : ['password'],
  }
}
