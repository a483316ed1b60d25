import { sql } from 'kysely'
import {
  type Db,
  differingFields,
  findKept,
  findKeptAt,
  findPresent,
  keepPresent,
  keepRefused,
  type ListedVersion,
  listKept,
  type QueryVersionKind,
  type RefusedVersion,
  type StoredVersion,
  type Versioned,
} from '#server/kernel/index.ts'
import type { QuerySnapshot } from '#shared/queries/query-versions-api.ts'

/** Snapshots as in QuerySnapshot. Options stay JSON text; the format is that of migration 0002. */
const queryVersions: Versioned = {
  table: 'query_versions',
  owner: 'query_id',
  present: (id) => sql`
    select q.version, json_build_object(
      'name', q.name, 'description', q.description, 'query', q.query_text, 'data_source_id', q.data_source_id,
      'options', q.options::json, 'schedule', q.schedule::json, 'tags', array_to_json(q.tags),
      'is_draft', q.is_draft, 'is_archived', q.is_archived,
      'visualizations', coalesce((
        select json_agg(json_build_object(
          'id', v.id, 'type', v.type, 'name', v.name, 'description', v.description, 'options', v.options::json
        ) order by v.id) from visualizations v where v.query_id = q.id), '[]'::json)
    ) as snapshot from queries q where q.id = ${id}`,
  changed: sql`(select array_agg(key order by place) from (${differingFields}) as fields)`,
}

export type ListedQueryVersion = ListedVersion<QueryVersionKind>
export type StoredQueryVersion = StoredVersion<QueryVersionKind, QuerySnapshot>

/** Use it in the transaction of the save. */
export const insertVersion = (
  db: Db,
  queryId: number,
  kind: QueryVersionKind,
  userId: number,
): Promise<void> => keepPresent(db, queryVersions, queryId, { kind, userId })

export const insertRefusedVersion = (
  db: Db,
  queryId: number,
  refused: RefusedVersion<QuerySnapshot>,
): Promise<void> => keepRefused(db, queryVersions, queryId, refused)

/** The query at this version, with the last visualizations of that version. Null if the version was not kept. */
export const findSnapshotAt = (db: Db, queryId: number, version: number): Promise<QuerySnapshot | null> =>
  findKeptAt(db, queryVersions, queryId, version)

/** The current state of the query. */
export const findPresentSnapshot = (db: Db, queryId: number): Promise<QuerySnapshot> =>
  findPresent(db, queryVersions, queryId)

/** One page of the versions of a query, newest first, and their total number. */
export const listVersions = (
  db: Db,
  queryId: number,
  page: { limit: number; offset: number },
): Promise<{ count: number; versions: ListedQueryVersion[] }> => listKept(db, queryVersions, queryId, page)

export const findVersion = (db: Db, queryId: number, id: number): Promise<StoredQueryVersion | null> =>
  findKept(db, queryVersions, queryId, id)
