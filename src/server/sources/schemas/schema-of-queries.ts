import type { Db } from '#server/kernel/index.ts'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import { tableColumnNames } from '#shared/results/table-columns.ts'
import { listDataSources } from '../data-sources/data-source-store.ts'
import { listQueriesWithResults } from './schema-store.ts'
import { sortSchema } from './sort-schema.ts'

/**
 * The schema of Query Results: a table for every query that this person may view and that has a stored result. It is
 * read each time, because it differs between people.
 */
export async function schemaOfQueries(db: Db, actor: Actor): Promise<SchemaTable[]> {
  const sources = await listDataSources(db, actor.org_id)
  const visible = sources.filter(({ groups }) => can(actor, 'view', { groups })).map(({ id }) => id)
  const queries = await listQueriesWithResults(db, actor, visible)
  return sortSchema(
    queries.map(({ id, name, columns_json }) => {
      const columns: ResultColumn[] = JSON.parse(columns_json)
      const names = tableColumnNames(columns.map((column) => column.name))
      return {
        name: `query_${id}`,
        description: name,
        columns: columns.map(({ type }, index) => ({
          name: names[index] ?? '',
          ...(type === null ? {} : { type }),
        })),
      }
    }),
  )
}
