import { arangodb } from './arangodb/arangodb-connector.ts'
import { axibasetsd } from './axibasetsd/axibasetsd-connector.ts'
import { bigquery, bigqueryGce } from './bigquery/bigquery-connector.ts'
import { cassandra, scylla } from './cassandra/cassandra-connector.ts'
import { clickhouse } from './clickhouse/clickhouse-connector.ts'
import { tinybird } from './clickhouse/tinybird-connector.ts'
import type { Connector } from './connector.ts'
import { couchbase } from './couchbase/couchbase-connector.ts'
import { csv } from './csv/csv-connector.ts'
import { databend } from './databend/databend-connector.ts'
import { dgraph } from './dgraph/dgraph-connector.ts'
import { drill } from './drill/drill-connector.ts'
import { druid } from './druid/druid-connector.ts'
import { duckdb } from './duckdb/duckdb-connector.ts'
import { files } from './duckdb/files/files-connector.ts'
import { results } from './duckdb/results-connector.ts'
import { dynamodb } from './dynamodb/dynamodb-connector.ts'
import { awsElasticsearch } from './elasticsearch/aws-connector.ts'
import { elasticsearch2 } from './elasticsearch/elasticsearch-connector.ts'
import { elasticsearch, kibana } from './elasticsearch/legacy-connectors.ts'
import { openDistroSql, xpackSql } from './elasticsearch/sql-connectors.ts'
import { exasol } from './exasol/exasol-connector.ts'
import { graphite } from './graphite/graphite-connector.ts'
import { databricks } from './hive/databricks-connector.ts'
import { hive, hiveHttp, impala } from './hive/hive-connector.ts'
import { ignite } from './ignite/ignite-connector.ts'
import { influxdb } from './influxdb/influxdb-connector.ts'
import { influxdb3 } from './influxdb/influxdb3-connector.ts'
import { influxdbv2 } from './influxdb/influxdbv2-connector.ts'
import { json } from './json/json-connector.ts'
import { azureKusto } from './kusto/kusto-connector.ts'
import { kylin } from './kylin/kylin-connector.ts'
import { mongodb } from './mongodb/mongodb-connector.ts'
import { mssql, mssqlOdbc } from './mssql/mssql-connector.ts'
import { memsql } from './mysql/memsql-connector.ts'
import { mysql } from './mysql/mysql-connector.ts'
import { rdsMysql } from './mysql/rds-mysql-connector.ts'
import { neo4j } from './neo4j/neo4j-connector.ts'
import { oracle } from './oracle/oracle-connector.ts'
import { phoenix } from './phoenix/phoenix-connector.ts'
import { pinot } from './pinot/pinot-connector.ts'
import { cockroach, risingwave } from './postgres/derived-connectors.ts'
import { postgres } from './postgres/postgres-connector.ts'
import { redshift } from './postgres/redshift-connector.ts'
import { redshiftIam } from './postgres/redshift-iam-connector.ts'
import { loki } from './prometheus/loki-connector.ts'
import { prometheus } from './prometheus/prometheus-connector.ts'
import { snowflake } from './snowflake/snowflake-connector.ts'
import { d1 } from './sqlite/d1-connector.ts'
import { libsql, rqlite } from './sqlite/http-sqlite-connectors.ts'
import { sqlite } from './sqlite/sqlite-connector.ts'
import { athena } from './trino/athena-connector.ts'
import { presto } from './trino/presto-connector.ts'
import { trino } from './trino/trino-connector.ts'
import { db2 } from './vendor/db2-connector.ts'
import { netezza } from './vendor/netezza-connector.ts'
import { vertica } from './vertica/vertica-connector.ts'

/**
 * Every type of data source, listed by hand. Loading a descriptor is cheap: the driver is loaded when a session is
 * opened.
 */
export const connectors: readonly Connector[] = [
  postgres,
  cockroach,
  risingwave,
  redshift,
  redshiftIam,
  mysql,
  rdsMysql,
  memsql,
  clickhouse,
  tinybird,
  trino,
  presto,
  athena,
  druid,
  drill,
  pinot,
  kylin,
  phoenix,
  ignite,
  databend,
  prometheus,
  loki,
  influxdb,
  influxdbv2,
  influxdb3,
  graphite,
  axibasetsd,
  sqlite,
  d1,
  libsql,
  rqlite,
  duckdb,
  csv,
  json,
  files,
  mongodb,
  elasticsearch2,
  awsElasticsearch,
  dynamodb,
  elasticsearch,
  kibana,
  openDistroSql,
  xpackSql,
  neo4j,
  arangodb,
  couchbase,
  dgraph,
  results,
  mssql,
  mssqlOdbc,
  oracle,
  exasol,
  vertica,
  db2,
  netezza,
  cassandra,
  scylla,
  hive,
  hiveHttp,
  impala,
  databricks,
  bigquery,
  bigqueryGce,
  snowflake,
  azureKusto,
]

const byType = new Map(connectors.map((connector) => [connector.type, connector]))

export function findConnector(type: string): Connector | undefined {
  return byType.get(type)
}
