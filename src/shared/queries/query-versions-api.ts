import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Paged } from '../http/paging.ts'
import { Id, IdParams, JsonObject, Nullable, Timestamp } from '../http/schemas.ts'
import { User } from '../users/user.ts'
import { Query } from './queries-api.ts'

/** The state of a query at one time. */
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

/** `refused`: a save that got a 409, stored so that nothing typed is lost; it never was the state of the query. */
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
  /** the query's version after the save; for a refused save, the version it was based on */
  version: Type.Integer(),
  kind: QueryVersionKind,
  /** null if the user was deleted */
  user: Nullable(User),
  created_at: Timestamp,
  /**
   * fields of the snapshot that the save changed, compared with the previous version, or, for a refused save, with the
   * version it was based on; empty for the first version
   */
  changed: Type.Array(Type.String()),
}
export const QueryVersionInList = Type.Object(inList)
export type QueryVersionInList = Static<typeof QueryVersionInList>

export const QueryVersion = Type.Object({ ...inList, snapshot: QuerySnapshot })
export type QueryVersion = Static<typeof QueryVersion>

const VersionParams = Type.Object({ id: Id, version_id: Id })

/** Newest first. For users who may edit the query: old texts may contain what was removed on purpose. */
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
 * Saves the old state (text, name, description, options, schedule, tags, visualizations) as a new version, with the
 * data source of that time if it still exists. Owner, draft and archived do not change. Newer visualizations are
 * removed only if no widget shows them.
 */
export const restoreQueryVersion = endpoint({
  method: 'POST',
  path: '/api/queries/:id/versions/:version_id/restore',
  access: ['edit_query'],
  params: VersionParams,
  bodyOptional: true,
  body: Type.Object({
    /** the version that the caller sees as current; if it is not, the reply is 409 */
    version: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))),
  }),
  reply: Query,
  errors: ['query.version_conflict', 'query.version_data_source'],
})
