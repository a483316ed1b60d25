import type { DuckDBConnection } from '@duckdb/node-api'
import { literal } from './quoted.ts'

/**
 * Required of an engine that runs user text (docs/reference/promises.md#s6): no files except the database, no
 * extensions, no network (only extensions provide it). Its memory is capped as well, and its configuration locked
 * before the text runs.
 */
export const noOutside = {
  enable_external_access: 'false',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
}

/** Nothing outside but this file or folder. It can be allowed only before everything else is forbidden. */
export async function allowOnly(
  connection: DuckDBConnection,
  setting: 'allowed_paths' | 'allowed_directories',
  path: string,
): Promise<void> {
  await connection.run(`set ${setting} = [${literal(path)}]`)
  const { enable_external_access, ...others } = noOutside
  for (const [name, value] of Object.entries({ ...others, enable_external_access }))
    await connection.run(`set ${name} = ${value}`)
}

/** Times are shown in UTC, whatever the machine's zone. */
export const sameZone = ["set timezone = 'UTC'"]
