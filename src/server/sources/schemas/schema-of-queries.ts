import type { Db } from '#server/kernel/index.ts'
import { holdUntilTaken, type Reader } from '#server/runs/index.ts'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import { tableColumnNames } from '#shared/results/table-columns.ts'
import { listDataSources } from '../data-sources/data-source-store.ts'
import { listedTables } from './listed-columns.ts'
import { listQueriesWithResults, readColumnsOfResults } from './schema-store.ts'
import { sortSchema } from './sort-schema.ts'

/**
 * The schema of Query Results: a table for every query that this person may view and that has a stored result. It is
 * read each time, because it differs between people.
 */
export async function schemaOfQueries(db: Db, actor: Actor, reader: Reader): Promise<SchemaTable[]> {
  const sources = await listDataSources(db, actor.org_id)
  const visible = sources.filter(({ groups }) => can(actor, 'view', { groups })).map(({ id }) => id)
  const queries = await listQueriesWithResults(db, actor, visible)
  const { listed, bytes } = listedTables(queries)
  await holdUntilTaken(reader, bytes * 2)
  const known = await readColumnsOfResults(
    db,
    listed.map(({ result_id }) => result_id),
  )
  return sortSchema(
    queries.map(({ id, name, result_id }) => {
      const text = known.get(result_id)
      const columns: ResultColumn[] = text === undefined ? [] : JSON.parse(text)
      const names = tableColumnNames(columns.map((column) => column.name))
      return {
        name: `query_${id}`,
        description: name,
        columns: columns.map(({ type }, index) => ({
          name: names[index] ?? '',
          ...(type === null ? {} : { type }),
        })),
        ...(text === undefined && { columns_left_out: true }),
      }
    }),
  )
}
