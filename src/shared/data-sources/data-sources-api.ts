import { type Static, Type } from 'typebox'
import { ConfigurationSchema } from '../config-form/configuration-schema.ts'
import { endpoint } from '../http/endpoint.ts'
import { Id, IdParams, JsonObject, Nullable } from '../http/schemas.ts'
import { JobReply } from '../results/job.ts'

/** Limits of one data source; null means the instance's default (docs/settings.md). */
export const DataSourceLimits = Type.Object({
  max_rows: Nullable(Type.Integer({ minimum: 1, maximum: 1e12 })),
  max_bytes: Nullable(Type.Integer({ minimum: 1024, maximum: 1e15 })),
  max_seconds: Nullable(Type.Integer({ minimum: 1, maximum: 2_592_000 })),
  max_runs: Nullable(Type.Integer({ minimum: 1, maximum: 100 })),
})
export type DataSourceLimits = Static<typeof DataSourceLimits>

/** How the SQL of a data source is written, for the editor and the formatter. */
export const SqlStyle = Type.Object({
  /** keywords and literals, as the editor colors and completes them */
  dialect: Type.Union([
    Type.Literal('standard'),
    Type.Literal('postgresql'),
    Type.Literal('mysql'),
    Type.Literal('mssql'),
    Type.Literal('sqlite'),
    Type.Literal('cassandra'),
    Type.Literal('clickhouse'),
    Type.Literal('hive'),
    Type.Literal('bigquery'),
    Type.Literal('snowflake'),
    Type.Literal('oracle'),
  ]),
  /** a language of the package sql-formatter */
  formatter: Type.String(),
  /** the opening quote of names */
  quote: Type.Union([Type.Literal('"'), Type.Literal('`'), Type.Literal('[')]),
  /** whether unquoted names are folded to lower case */
  folds_case: Type.Boolean(),
})
export type SqlStyle = Static<typeof SqlStyle>

const base = {
  id: Id,
  name: Type.String(),
  type: Type.String(),
  syntax: Type.String(),
  /** null: not SQL */
  sql_style: Nullable(SqlStyle),
  paused: Type.Integer(),
  pause_reason: Nullable(Type.String()),
  supports_auto_limit: Type.Boolean(),
  /** it tells what a text would read (run-estimate-api.ts) */
  supports_estimates: Type.Optional(Type.Literal(true)),
}

/** What every user sees of a data source that they may use. */
export const DataSource = Type.Object({ ...base, view_only: Type.Optional(Type.Boolean()) })
export type DataSource = Static<typeof DataSource>

/** What admins see. Secrets in `options` are masked with `secretPlaceholder`. */
export const DataSourceDetail = Type.Object({
  ...base,
  view_only: Type.Optional(Type.Boolean()),
  options: Type.Optional(JsonObject),
  queue_name: Type.Optional(Type.String()),
  scheduled_queue_name: Type.Optional(Type.String()),
  groups: Type.Optional(Type.Record(Type.String(), Type.Boolean())),
  limits: Type.Optional(DataSourceLimits),
  /** only in the reply to a save: options that were not stored because they are not in the schema */
  dropped_options: Type.Optional(Type.Array(Type.String())),
})
export type DataSourceDetail = Static<typeof DataSourceDetail>

export const DataSourceType = Type.Object({
  name: Type.String(),
  type: Type.String(),
  configuration_schema: ConfigurationSchema,
  /** options may contain `ssh_tunnel` */
  supports_ssh_tunnel: Type.Optional(Type.Boolean()),
  /** options may contain `http_proxy` */
  supports_http_proxy: Type.Optional(Type.Boolean()),
  /** not offered for new data sources */
  deprecated: Type.Optional(Type.Boolean()),
  /** why: the operator has not installed this package */
  missing_package: Type.Optional(Type.String()),
})
export type DataSourceType = Static<typeof DataSourceType>

export const SchemaColumn = Type.Object({
  name: Type.String(),
  type: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  /** its place in the table, from 1; absent where that is its place by name */
  position: Type.Optional(Type.Integer()),
  /** part of the table's primary key */
  is_key: Type.Optional(Type.Boolean()),
  /** the column that a foreign key points to */
  references: Type.Optional(Type.Object({ table: Type.String(), column: Type.String() })),
})
export const SchemaTable = Type.Object({
  name: Type.String(),
  columns: Type.Array(SchemaColumn),
  size: Type.Optional(Type.Integer()),
  description: Type.Optional(Type.String()),
  /** it has columns, but the schema would be too large with them */
  columns_left_out: Type.Optional(Type.Boolean()),
})
export type SchemaTable = Static<typeof SchemaTable>
export type SchemaColumn = Static<typeof SchemaColumn>

const DataSourceBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  type: Type.String({ minLength: 1, maxLength: 255 }),
  options: JsonObject,
  limits: Type.Optional(DataSourceLimits),
})

export const listDataSources = endpoint({
  method: 'GET',
  path: '/api/data_sources',
  access: ['list_data_sources'],
  reply: Type.Array(DataSource),
})

export const listDataSourceTypes = endpoint({
  method: 'GET',
  path: '/api/data_sources/types',
  access: ['admin'],
  reply: Type.Array(DataSourceType),
})

export const createDataSource = endpoint({
  method: 'POST',
  path: '/api/data_sources',
  access: ['admin'],
  body: DataSourceBody,
  reply: DataSourceDetail,
  errors: ['data_source.unknown_type', 'data_source.name_taken', 'data_source.invalid_options'],
})

export const getDataSource = endpoint({
  method: 'GET',
  path: '/api/data_sources/:id',
  access: 'signed-in',
  params: IdParams,
  reply: Type.Union([DataSourceDetail, Type.Object({ view_only: Type.Boolean() })]),
})

export const saveDataSource = endpoint({
  method: 'POST',
  path: '/api/data_sources/:id',
  access: ['admin'],
  params: IdParams,
  body: DataSourceBody,
  reply: DataSourceDetail,
  errors: [
    'data_source.unknown_type',
    'data_source.name_taken',
    'data_source.invalid_options',
    'data_source.secret_placeholder',
    'data_source.secret_moved',
  ],
})

/** Answers 204 without a body. */
export const deleteDataSource = endpoint({
  method: 'DELETE',
  path: '/api/data_sources/:id',
  access: ['admin'],
  params: IdParams,
  reply: Type.Null(),
  replyStatus: 204,
})

export const testDataSource = endpoint({
  method: 'POST',
  path: '/api/data_sources/:id/test',
  access: ['admin'],
  params: IdParams,
  reply: Type.Object({ ok: Type.Boolean(), message: Type.String() }),
})

/** Tries options that are not saved, as a worker would open them. */
export const testOptions = endpoint({
  method: 'POST',
  path: '/api/data_sources/test',
  access: ['admin'],
  body: Type.Object({ type: DataSourceBody.properties.type, options: JsonObject }),
  reply: testDataSource.reply,
  errors: ['data_source.unknown_type', 'data_source.invalid_options'],
})

export const pauseDataSource = endpoint({
  method: 'POST',
  path: '/api/data_sources/:id/pause',
  access: ['admin'],
  params: IdParams,
  query: Type.Object({ reason: Type.Optional(Type.String({ maxLength: 1000 })) }),
  body: Type.Object({ reason: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))) }),
  bodyOptional: true,
  reply: DataSource,
})

export const resumeDataSource = endpoint({
  method: 'DELETE',
  path: '/api/data_sources/:id/pause',
  access: ['admin'],
  params: IdParams,
  reply: DataSource,
})

/**
 * `{"schema": [...]}` from the cache, or `{"job": ...}` if it is empty or `refresh` is present. The schema is passed
 * through as stored (one zstd frame), so it bypasses the reply filter.
 */
export const getSchema = endpoint({
  method: 'GET',
  path: '/api/data_sources/:id/schema',
  access: 'signed-in',
  params: IdParams,
  query: Type.Object({ refresh: Type.Optional(Type.String()) }),
  reply: Type.Union([Type.Object({ schema: Type.Array(SchemaTable) }), JobReply]),
})

const Refreshing = Type.Object({ refresh: Type.Optional(Type.String()) })
const notDatabricks = 'data_source.not_databricks'
const ofDatabricks = { method: 'GET', access: 'signed-in', errors: [notDatabricks] } as const
const OfDatabase = Type.Object({
  ...IdParams.properties,
  database: Type.String({ minLength: 1, maxLength: 255 }),
})

/**
 * The schema of types that read it in parts; their path is that of the first such type. From the cache, or a job whose
 * result is the same. Both are passed through as stored, so they bypass the reply filter.
 */
export const listDatabases = endpoint({
  ...ofDatabricks,
  path: '/api/databricks/databases/:id',
  params: IdParams,
  query: Refreshing,
  reply: Type.Union([Type.Array(Type.String()), JobReply]),
})

export const DatabaseTables = Type.Object({
  schema: Type.Array(SchemaTable),
  /** false: they have to be read table by table */
  has_columns: Type.Boolean(),
})
export type DatabaseTables = Static<typeof DatabaseTables>

export const listDatabaseTables = endpoint({
  ...ofDatabricks,
  path: '/api/databricks/databases/:id/:database/tables',
  params: OfDatabase,
  query: Refreshing,
  reply: Type.Union([DatabaseTables, JobReply]),
})

export const listTableColumns = endpoint({
  ...ofDatabricks,
  path: '/api/databricks/databases/:id/:database/columns/:table',
  params: Type.Object({ ...OfDatabase.properties, table: Type.String({ minLength: 1, maxLength: 255 }) }),
  reply: JobReply,
})
