/**
 * Products that speak the protocol of a type. The dialog offers them by their own names, with what their connections
 * usually need; a data source made with one is an ordinary one of the type.
 */
export interface SourcePreset {
  id: string
  name: string
  type: string
  /** filled into the form */
  options: Readonly<Record<string, string | number | boolean>>
  logo: { letters: string; color: string }
}

const preset = (
  id: string,
  name: string,
  type: string,
  options: SourcePreset['options'],
  [letters, color]: readonly [string, string],
): SourcePreset => ({ id, name, type, options, logo: { letters, color } })

const verified = { sslmode: 'verify-full' }
const encrypted = { sslmode: 'require' }

export const sourcePresets: readonly SourcePreset[] = [
  preset('timescaledb', 'TimescaleDB', 'pg', {}, ['Ts', '#8a6d1a']),
  preset('neon', 'Neon', 'pg', { port: 5432, ...verified }, ['Ne', '#12715b']),
  preset('supabase', 'Supabase', 'pg', { port: 5432, dbname: 'postgres', ...encrypted }, ['Su', '#1f7a4d']),
  preset('aurora-pg', 'Amazon Aurora (Postgres)', 'pg', { port: 5432, ...encrypted }, ['Au', '#3b5ba9']),
  preset('alloydb', 'Google AlloyDB', 'pg', { port: 5432, ...encrypted }, ['Al', '#2f67b1']),
  preset('greenplum', 'Greenplum', 'pg', { port: 5432 }, ['Gp', '#2e7d4f']),
  preset('yugabytedb', 'YugabyteDB', 'pg', { port: 5433, user: 'yugabyte' }, ['Yb', '#a04a1d']),
  preset('materialize', 'Materialize', 'pg', { port: 6875, dbname: 'materialize', ...encrypted }, [
    ...(['Mz', '#6b46b8'] as const),
  ]),
  preset('questdb', 'QuestDB', 'pg', { port: 8812, user: 'admin', dbname: 'qdb', sslmode: 'disable' }, [
    ...(['Qu', '#a8385f'] as const),
  ]),
  preset('cratedb', 'CrateDB', 'pg', { port: 5432, user: 'crate', dbname: 'doc' }, ['Cr', '#1b7687']),
  preset('pgbouncer', 'PgBouncer', 'pg', { port: 6432 }, ['Pb', '#55606e']),
  preset('mariadb', 'MariaDB', 'mysql', { port: 3306 }, ['Ma', '#7a5230']),
  preset('tidb', 'TiDB', 'mysql', { port: 4000 }, ['Ti', '#b3373f']),
  preset('starrocks', 'StarRocks', 'mysql', { port: 9030 }, ['Sr', '#2b62b8']),
  preset('doris', 'Apache Doris', 'mysql', { port: 9030 }, ['Do', '#2a6f8f']),
  preset('planetscale', 'PlanetScale', 'mysql', { port: 3306, ssl_mode: 'verify-identity' }, [
    'Ps',
    '#444444',
  ]),
  preset('vitess', 'Vitess', 'mysql', { port: 15306 }, ['Vi', '#a85a14']),
  preset('spark', 'Apache Spark', 'hive', { port: 10000 }, ['Sp', '#c4571b']),
  preset('dolt', 'Dolt', 'mysql', { port: 3306 }, ['Dt', '#3a6ea5']),
]
