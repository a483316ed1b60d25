import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Paged } from '../http/paging.ts'
import { Id, IdParams, JsonObject, Nullable, Timestamp } from '../http/schemas.ts'
import { User } from '../users/user.ts'
import { Query } from './queries-api.ts'

/** What a query was at one time. */
export const QuerySnapshot = Type.Object({
  name: Type.String(),
  description: Nullable(Type.String()),
  query: Type.String(),
  data_source_id: Nullable(Id),
  options: JsonObject,
  schedule: Nullable(JsonObject),
  tags: Type.Array(Type.String()),
  is_draft: Type.Boolean(),
  is_archived: Type.Boolean(),
  visualizations: Type.Array(
    Type.Object({
      id: Id,
      type: Type.String(),
      name: Type.String(),
      description: Type.String(),
      options: JsonObject,
    }),
  ),
})
export type QuerySnapshot = Static<typeof QuerySnapshot>

/** `refused`: a save that met a 409, kept so that nothing typed is lost; it never was the query's state. */
export const QueryVersionKind = Type.Union([
  Type.Literal('created'),
  Type.Literal('saved'),
  Type.Literal('visualization'),
  Type.Literal('restored'),
  Type.Literal('refused'),
])
export type QueryVersionKind = Static<typeof QueryVersionKind>

const inList = {
  id: Id,
  /** the query's version after the save; of a refused one, the version it was based on */
  version: Type.Integer(),
  kind: QueryVersionKind,
  /** null when the person is gone */
  user: Nullable(User),
  created_at: Timestamp,
  /**
   * what the save changed: fields of the snapshot that differed from the version before it, for a refused one from the
   * version it was based on; empty for the first
   */
  changed: Type.Array(Type.String()),
}
export const QueryVersionInList = Type.Object(inList)
export type QueryVersionInList = Static<typeof QueryVersionInList>

export const QueryVersion = Type.Object({ ...inList, snapshot: QuerySnapshot })
export type QueryVersion = Static<typeof QueryVersion>

const VersionParams = Type.Object({ id: Id, version_id: Id })

/** Newest first. For those who may edit the query: old texts may hold what was taken out on purpose. */
export const listQueryVersions = endpoint({
  method: 'GET',
  path: '/api/queries/:id/versions',
  access: ['edit_query'],
  params: IdParams,
  query: Type.Object({ page: Type.Optional(Type.String()), page_size: Type.Optional(Type.String()) }),
  reply: Paged(QueryVersionInList),
})

export const getQueryVersion = endpoint({
  method: 'GET',
  path: '/api/queries/:id/versions/:version_id',
  access: ['edit_query'],
  params: VersionParams,
  reply: QueryVersion,
})

/**
 * Saves the query as it was then (text, name, description, options, schedule, tags, visualizations) as a new version. It
 * goes back to the data source of that time, unless that is gone. Owner, draft and archived stay. Visualizations that
 * came later are removed only where no widget shows them.
 */
export const restoreQueryVersion = endpoint({
  method: 'POST',
  path: '/api/queries/:id/versions/:version_id/restore',
  access: ['edit_query'],
  params: VersionParams,
  bodyOptional: true,
  body: Type.Object({
    /** the version the caller sees as current; another one is refused with 409 */
    version: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))),
  }),
  reply: Query,
  errors: ['query.version_conflict', 'query.version_data_source'],
})
