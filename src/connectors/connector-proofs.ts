import type { Connector } from './connector.ts'

/** What a type says about itself that its descriptor does not show. `connectors-page.ts` makes a page of it. */
export interface ConnectorProof {
  driver: string
  /** what the tests connect to, beginning with the kind of proof */
  proof: readonly string[]
  /** the test file, below this folder */
  tests: string
  schema: 'keys' | 'types' | 'names' | 'none'
  /** how a run ends in the data source when it is cancelled */
  cancel: string
  progress?: true
  /** nothing that the type sends could change data */
  onlyReads?: true
}

const postgres = {
  driver: '`pg`',
  schema: 'keys',
  cancel: 'cancel request',
} as const
const mysql = {
  driver: '`mysql2`',
  schema: 'keys',
  cancel: '`KILL QUERY`',
} as const
const mssql = {
  driver: '`tedious`',
  proof: ['protocol double: TDS 7.4'],
  tests: 'mssql/mssql.engine.test.ts',
  schema: 'keys',
  cancel: 'attention message',
} as const
const likePostgres = {
  ...postgres,
  schema: 'types',
  proof: ['compatible server: PostgreSQL 18.4, which answers the questions about the catalogue too'],
  tests: 'postgres/derived.engine.test.ts',
} as const
const likeMysql = {
  ...mysql,
  proof: ['compatible server: MariaDB 10.11'],
  tests: 'mysql/like-mysql.engine.test.ts',
} as const
const bigquery = {
  driver: 'HTTP',
  proof: ['protocol double: its REST API and the token service of Google'],
  tests: 'bigquery/bigquery.engine.test.ts',
  schema: 'types',
  cancel: '`jobs.cancel`',
  progress: true,
} as const
const trino = { driver: 'HTTP', schema: 'types', cancel: '`DELETE` of the query', progress: true } as const
const legacyElastic = {
  driver: 'HTTP',
  proof: ['real server: OpenSearch 3.8'],
  tests: 'elasticsearch/legacy.engine.test.ts',
  schema: 'types',
  cancel: 'the task is cancelled',
  onlyReads: true,
} as const
const elasticSql = {
  driver: 'HTTP',
  tests: 'elasticsearch/sql.engine.test.ts',
  schema: 'types',
  cancel: 'the task is cancelled',
  onlyReads: true,
} as const
const cassandra = {
  driver: 'own client',
  tests: 'cassandra/cassandra.engine.test.ts',
  schema: 'keys',
  cancel: 'the connection ends; the server ends its page',
} as const
const hive = {
  driver: 'own client',
  schema: 'types',
  cancel: '`CancelOperation`',
} as const
const engine = { schema: 'keys', cancel: 'the process is stopped', onlyReads: true } as const

export const connectorProofs: Readonly<Record<Connector['type'], ConnectorProof>> = {
  pg: { ...postgres, proof: ['real server: PostgreSQL 18.4'], tests: 'postgres/postgres.live.test.ts' },
  cockroach: likePostgres,
  risingwave: likePostgres,
  redshift: {
    ...likePostgres,
    proof: ['compatible server: PostgreSQL 18.4 with views and strings as in Redshift'],
    tests: 'postgres/redshift.engine.test.ts',
  },
  redshift_iam: {
    ...likePostgres,
    proof: ['compatible server: PostgreSQL 18.4 as for `redshift`, with passwords of a double of AWS'],
    tests: 'postgres/redshift-iam.engine.test.ts',
  },
  mysql: {
    ...mysql,
    proof: ['real server: MariaDB 10.11 (not MySQL itself)'],
    tests: 'mysql/mysql.live.test.ts',
  },
  rds_mysql: likeMysql,
  memsql: likeMysql,
  mssql,
  mssql_odbc: mssql,
  oracle: {
    driver: '`oracledb` (thin)',
    proof: ['protocol double: TNS and TTC of Oracle 12.1, as its open driver has them; no server'],
    tests: 'oracle/oracle.engine.test.ts',
    schema: 'types',
    cancel: 'break',
  },
  exasol: {
    driver: 'own client over `ws`',
    proof: ['protocol double: its WebSocket protocol'],
    tests: 'exasol/exasol.engine.test.ts',
    schema: 'types',
    cancel: '`abortQuery`',
  },
  clickhouse: {
    driver: 'HTTP',
    proof: ['real engine: ClickHouse 26.7 (chdb) behind a double of its HTTP server'],
    tests: 'clickhouse/clickhouse.engine.test.ts',
    schema: 'types',
    cancel: '`KILL QUERY`',
    progress: true,
  },
  tinybird: {
    driver: 'HTTP',
    proof: ['protocol double: its API over the engine of ClickHouse 26.7 (chdb)'],
    tests: 'clickhouse/tinybird.engine.test.ts',
    schema: 'types',
    cancel: 'the request ends',
  },
  bigquery,
  bigquery_gce: bigquery,
  azure_kusto: {
    driver: 'HTTP',
    proof: ['protocol double: its queries and commands, and the tokens of Microsoft Entra'],
    tests: 'kusto/kusto.engine.test.ts',
    schema: 'types',
    cancel: '`.cancel query`',
  },
  snowflake: {
    driver: 'HTTP',
    proof: ['protocol double: its SQL API'],
    tests: 'snowflake/snowflake.engine.test.ts',
    schema: 'types',
    cancel: '`cancel` of the statement',
  },
  trino: { ...trino, proof: ['real server: Trino 483'], tests: 'trino/trino.engine.test.ts' },
  presto: {
    ...trino,
    proof: ['compatible server: Trino 483 with the headers of Presto'],
    tests: 'trino/presto.engine.test.ts',
  },
  athena: {
    driver: 'HTTP',
    proof: ['protocol double: its API, with signatures; also moto 5.2, which has no engine'],
    tests: 'trino/athena-double.engine.test.ts',
    schema: 'types',
    cancel: '`StopQueryExecution`',
    progress: true,
  },
  druid: {
    driver: 'HTTP',
    proof: ['real server: Druid 33.0, a broker without data'],
    tests: 'druid/druid.engine.test.ts',
    schema: 'types',
    cancel: '`DELETE` of the query',
    onlyReads: true,
  },
  drill: {
    driver: 'HTTP',
    proof: ['protocol double: its REST API over SQLite'],
    tests: 'drill/drill.engine.test.ts',
    schema: 'types',
    cancel: 'cancel request',
  },
  pinot: {
    driver: 'HTTP',
    proof: ['protocol double: the APIs of its broker and controller over SQLite'],
    tests: 'pinot/pinot.engine.test.ts',
    schema: 'types',
    cancel: '`DELETE` of the query',
    onlyReads: true,
  },
  kylin: {
    driver: 'HTTP',
    proof: ['protocol double: its REST API over SQLite'],
    tests: 'kylin/kylin.engine.test.ts',
    schema: 'types',
    cancel: 'the request ends',
    onlyReads: true,
  },
  phoenix: {
    driver: 'HTTP',
    proof: ['compatible server: Avatica 1.28, which is the server of Phoenix, over H2'],
    tests: 'phoenix/phoenix.engine.test.ts',
    schema: 'types',
    cancel: 'the connection in the server is closed',
  },
  db2: {
    driver: '`ibm_db`, installed by the operator',
    proof: ['package double: its package over SQLite; neither the package nor a server could be had'],
    tests: 'vendor/db2.engine.test.ts',
    schema: 'types',
    cancel: 'the connection ends',
  },
  nz: {
    driver: '`odbc`, installed by the operator',
    proof: [
      'compatible server: PostgreSQL 18.4 by its ODBC driver, with a view of the catalogue; not the driver of IBM',
    ],
    tests: 'vendor/netezza.engine.test.ts',
    schema: 'types',
    cancel: 'the connection ends',
  },
  vertica: {
    driver: 'own client',
    proof: [
      'protocol double: its wire protocol, as its open driver has it, in front of PostgreSQL 18.4, which runs the statements',
    ],
    tests: 'vertica/vertica.engine.test.ts',
    schema: 'types',
    cancel: 'cancel request',
  },
  ignite: {
    driver: 'own reader',
    proof: ['real server: Ignite 2.17'],
    tests: 'ignite/ignite.engine.test.ts',
    schema: 'types',
    cancel: 'the connection ends',
  },
  databend: {
    driver: 'HTTP',
    proof: ['protocol double: its HTTP handler over SQLite'],
    tests: 'databend/databend.engine.test.ts',
    schema: 'types',
    cancel: 'kill request',
    progress: true,
  },
  mongodb: {
    driver: '`mongodb`',
    proof: ['compatible server: mongo-java-server 1.47'],
    tests: 'mongodb/mongodb.engine.test.ts',
    schema: 'types',
    cancel: '`killOp`',
    onlyReads: true,
  },
  elasticsearch2: {
    driver: 'HTTP',
    proof: ['real server: OpenSearch 3.8'],
    tests: 'elasticsearch/elasticsearch.engine.test.ts',
    schema: 'types',
    cancel: 'the request ends',
    onlyReads: true,
  },
  dynamodb: {
    driver: 'HTTP',
    proof: ['compatible server: moto 5.2, which checks signatures', 'protocol double: pages and refusals'],
    tests: 'dynamodb/dynamodb.engine.test.ts',
    schema: 'keys',
    cancel: 'the request ends',
  },
  aws_es: {
    driver: 'HTTP',
    proof: ['real server: OpenSearch 3.8 behind a double that checks signatures'],
    tests: 'elasticsearch/aws.engine.test.ts',
    schema: 'types',
    cancel: 'the request ends',
    onlyReads: true,
  },
  elasticsearch: legacyElastic,
  kibana: legacyElastic,
  elasticsearch2_OpenDistroSQLElasticSearch: {
    ...elasticSql,
    proof: ['protocol double: SQL and PPL of OpenSearch and of Open Distro over the SQLite of Node 24'],
  },
  elasticsearch2_XPackSQLElasticSearch: {
    ...elasticSql,
    proof: ['protocol double: SQL of Elasticsearch 6 to 8 and ES|QL over the SQLite of Node 24'],
  },
  Cassandra: {
    ...cassandra,
    proof: ['real server: Cassandra 5.0.9'],
  },
  scylla: {
    ...cassandra,
    proof: ['compatible server: Cassandra 5.0.9, whose protocol ScyllaDB speaks'],
  },
  databricks: {
    driver: 'HTTP',
    proof: [
      'protocol double: its API that runs statements, with the tokens of service principals and the storage; also brickhouse 0.1, which has few functions',
    ],
    tests: 'hive/databricks-double.engine.test.ts',
    schema: 'types',
    cancel: '`cancel` of the statement',
  },
  hive: {
    ...hive,
    proof: ['compatible server: the Thrift server of Spark 4.3'],
    tests: 'hive/hive.engine.test.ts',
  },
  hive_http: {
    ...hive,
    proof: ['compatible server: the Thrift server of Spark 4.3 over HTTP'],
    tests: 'hive/hive-http.engine.test.ts',
  },
  impala: {
    ...hive,
    proof: ['protocol double: its logins over sockets, in front of the Thrift server of Spark 4.3'],
    tests: 'hive/hive.engine.test.ts',
  },
  neo4j: {
    driver: 'HTTP',
    proof: ['real server: Neo4j 5.26'],
    tests: 'neo4j/neo4j.engine.test.ts',
    schema: 'types',
    cancel: '`TERMINATE TRANSACTIONS`',
  },
  arangodb: {
    driver: 'HTTP',
    proof: ['protocol double: cursors and queries of its HTTP API'],
    tests: 'arangodb/arangodb.engine.test.ts',
    schema: 'names',
    cancel: 'the query is killed',
  },
  couchbase: {
    driver: 'HTTP',
    proof: ['protocol double: `/query/service` of Query and Analytics'],
    tests: 'couchbase/couchbase.engine.test.ts',
    schema: 'names',
    cancel: 'the request is ended',
  },
  dgraph: {
    driver: 'HTTP',
    proof: ['protocol double: `/query` and `/login` of an alpha'],
    tests: 'dgraph/dgraph.engine.test.ts',
    schema: 'types',
    cancel: 'the request ends',
    onlyReads: true,
  },
  prometheus: {
    driver: 'HTTP',
    proof: ['real server: Prometheus 2.42'],
    tests: 'prometheus/prometheus.engine.test.ts',
    schema: 'names',
    cancel: 'the request ends',
    onlyReads: true,
  },
  loki: {
    driver: 'HTTP',
    proof: ['protocol double: its HTTP API'],
    tests: 'prometheus/loki.engine.test.ts',
    schema: 'names',
    cancel: 'the request ends',
    onlyReads: true,
  },
  graphite: {
    driver: 'HTTP',
    proof: ['protocol double: `/render`'],
    tests: 'graphite/graphite.engine.test.ts',
    schema: 'none',
    cancel: 'the request ends',
    onlyReads: true,
  },
  influxdbv2: {
    driver: 'HTTP',
    proof: ['protocol double: `/api/v2/query` with annotated CSV'],
    tests: 'influxdb/influxdbv2.engine.test.ts',
    schema: 'none',
    cancel: 'the request ends',
  },
  influxdb3: {
    driver: 'HTTP',
    proof: ['protocol double: `/api/v3/query_sql` over the SQLite of Node 24'],
    tests: 'influxdb/influxdb3.engine.test.ts',
    schema: 'types',
    cancel: 'the request ends',
    onlyReads: true,
  },
  axibasetsd: {
    driver: 'HTTP',
    proof: ['protocol double: `/api/sql` over the SQLite of Node 24'],
    tests: 'axibasetsd/axibasetsd.engine.test.ts',
    schema: 'types',
    cancel: '`/api/sql/cancel`',
    onlyReads: true,
  },
  influxdb: {
    driver: 'HTTP',
    proof: ['real server: InfluxDB 1.6'],
    tests: 'influxdb/influxdb.engine.test.ts',
    schema: 'none',
    cancel: 'the request ends',
  },
  sqlite: {
    ...engine,
    driver: '`node:sqlite`',
    proof: ['real engine: the SQLite of Node 24'],
    tests: 'sqlite/sqlite.live.test.ts',
  },
  d1: {
    driver: 'HTTP',
    proof: ['protocol double: its API over the SQLite of Node 24'],
    tests: 'sqlite/d1.engine.test.ts',
    schema: 'types',
    cancel: 'the request ends',
  },
  libsql: {
    driver: 'HTTP',
    proof: ['protocol double: Hrana 2 over HTTP with the SQLite of Node 24'],
    tests: 'sqlite/http-sqlite.engine.test.ts',
    schema: 'types',
    cancel: 'the request ends',
  },
  rqlite: {
    driver: 'HTTP',
    proof: ['protocol double: its API over the SQLite of Node 24'],
    tests: 'sqlite/http-sqlite.engine.test.ts',
    schema: 'types',
    cancel: 'the request ends',
    onlyReads: true,
  },
  duckdb: {
    ...engine,
    driver: '`@duckdb/node-api`',
    proof: ['real engine: DuckDB 1.5.6'],
    tests: 'duckdb/duckdb.live.test.ts',
  },
  results: {
    ...engine,
    driver: '`@duckdb/node-api`',
    proof: ['real engine: DuckDB 1.5.6'],
    tests: 'duckdb/results.live.test.ts',
    schema: 'types',
  },
  files: {
    ...engine,
    driver: '`@duckdb/node-api`, `csv-parse`',
    proof: [
      'real engine: DuckDB 1.5.6; the suite',
      'compatible server: moto 5.2 for S3 (`duckdb/lake/lake.engine.test.ts`), also with tables of delta-rs, pyiceberg and Spark (`duckdb/lake/logs/logs.engine.test.ts`)',
      'protocol double: the JSON API of Google Cloud Storage, Azure Blob Storage',
    ],
    tests: 'duckdb/files/files.live.test.ts',
    schema: 'types',
  },
  csv: {
    ...engine,
    driver: '`csv-parse`',
    proof: ['real documents over HTTP'],
    tests: 'csv/csv.live.test.ts',
    schema: 'none',
  },
  json: {
    ...engine,
    driver: 'own reader',
    proof: ['real documents over HTTP'],
    tests: 'json/json.live.test.ts',
    schema: 'none',
  },
}
