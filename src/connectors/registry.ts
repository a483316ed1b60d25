import { clickhouse } from './clickhouse/clickhouse-connector.ts'
import { tinybird } from './clickhouse/tinybird-connector.ts'
import type { Connector } from './connector.ts'
import { csv } from './csv/csv-connector.ts'
import { duckdb } from './duckdb/duckdb-connector.ts'
import { results } from './duckdb/results-connector.ts'
import { influxdb } from './influxdb/influxdb-connector.ts'
import { json } from './json/json-connector.ts'
import { mongodb } from './mongodb/mongodb-connector.ts'
import { mssql, mssqlOdbc } from './mssql/mssql-connector.ts'
import { mysql } from './mysql/mysql-connector.ts'
import { postgres } from './postgres/postgres-connector.ts'
import { prometheus } from './prometheus/prometheus-connector.ts'
import { d1 } from './sqlite/d1-connector.ts'
import { sqlite } from './sqlite/sqlite-connector.ts'
import { presto } from './trino/presto-connector.ts'
import { trino } from './trino/trino-connector.ts'

/**
 * Every type of data source, listed by hand. Loading a descriptor is cheap: the driver is loaded when a session is
 * opened.
 */
export const connectors: readonly Connector[] = [
  postgres,
  mysql,
  clickhouse,
  tinybird,
  trino,
  presto,
  prometheus,
  influxdb,
  sqlite,
  d1,
  duckdb,
  csv,
  json,
  mongodb,
  results,
  mssql,
  mssqlOdbc,
]

const byType = new Map(connectors.map((connector) => [connector.type, connector]))

export function findConnector(type: string): Connector | undefined {
  return byType.get(type)
}
