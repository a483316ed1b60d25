import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import type { BindRules } from '#shared/sql/bound-value.ts'
import {
  derivedCatalogueText,
  redshiftCatalogueText,
  risingwaveCatalogueText,
  tablesOfColumns,
} from './derived-schema.ts'
import { postgresBinding, redshiftBinding } from './postgres-dialect.ts'
import { type CatalogueRow, catalogueText, type KeyRow, keysText, tablesOf } from './postgres-schema.ts'

/** Runs a question about the catalogue. */
export type AskCatalogue = (text: string) => Promise<readonly unknown[]>

/** In what a database derived from PostgreSQL differs from it. */
export interface PostgresFamily {
  binds: BindRules
  /** of a new session, besides those that are asked of PostgreSQL; a database that refuses one goes on without it */
  settings(maxSeconds: number | undefined): readonly (readonly [name: string, value: string])[]
  tables(ask: AskCatalogue): Promise<SchemaTable[]>
  /** the start of the session with this process id, where PostgreSQL's catalogue does not tell it; one text */
  startText?(processId: number): string
  /** for each session before its first query; a refusal ends it */
  first?: string
}

/** Our own limit ends the run first; this one counts when the worker cannot. */
const graceSeconds = 15
const maxTimeout = 2_147_483_647

/** In milliseconds. */
export function statementTimeout(maxSeconds: number): string {
  return String(Math.ceil(Math.min((maxSeconds + graceSeconds) * 1000, maxTimeout)))
}

export const postgresItself: PostgresFamily = {
  binds: postgresBinding,
  settings: () => [],
  async tables(ask) {
    const rows = (await ask(catalogueText)) as CatalogueRow[]
    return tablesOf(rows, (await ask(keysText)) as KeyRow[])
  },
}

export const cockroachFamily: PostgresFamily = {
  binds: postgresBinding,
  settings: (maxSeconds) => [
    // versions before 22.2 print 15 digits otherwise
    ['extra_float_digits', '3'],
    ...(maxSeconds === undefined ? [] : [['statement_timeout', statementTimeout(maxSeconds)] as const]),
  ],
  tables: async (ask) => tablesOfColumns(await ask(derivedCatalogueText)),
}

export const risingwaveFamily: PostgresFamily = {
  binds: postgresBinding,
  settings: () => [],
  tables: async (ask) => tablesOfColumns(await ask(risingwaveCatalogueText)),
}

/** `queryGroup`: which queue of the cluster takes the queries. */
export function redshiftFamily(queryGroup: string): PostgresFamily {
  return {
    binds: redshiftBinding,
    settings: (maxSeconds) => [
      ['datestyle', "'ISO'"],
      ...(maxSeconds === undefined ? [] : [['statement_timeout', statementTimeout(maxSeconds)] as const]),
    ],
    first: `set query_group to '${queryGroup.replaceAll(/['\\]/g, '$&$&')}'`,
    startText: (processId) =>
      `select to_char(starttime, 'YYYY-MM-DD HH24:MI:SS.US') from stv_sessions where process = ${processId}`,
    tables: async (ask) => tablesOfColumns(await ask(redshiftCatalogueText)),
  }
}
