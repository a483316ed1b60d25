import { type Static, Type } from 'typebox'
import { FromGit } from '../content/from-git.ts'
import { endpoint } from '../http/endpoint.ts'
import { Paged, PagingQuery } from '../http/paging.ts'
import { Id, IdParams, JsonObject, Nullable, SentOptions, Timestamp } from '../http/schemas.ts'
import { User } from '../users/user.ts'
import { Visualization } from '../visualizations/visualizations-api.ts'

/**
 * Fields of all query shapes (docs/reference/api-conventions.md#query-shape). `api_key` only for users who may edit the
 * query.
 */
const base = {
  id: Id,
  latest_query_data_id: Nullable(Id),
  name: Type.String(),
  description: Nullable(Type.String()),
  query: Type.String(),
  /** in lists and nested objects: `query` is empty, because the texts of the reply would be too long together */
  is_text_left_out: Type.Optional(Type.Literal(true)),
  query_hash: Type.String(),
  schedule: Nullable(JsonObject),
  api_key: Type.Optional(Type.String()),
  is_archived: Type.Boolean(),
  is_draft: Type.Boolean(),
  updated_at: Timestamp,
  created_at: Timestamp,
  data_source_id: Nullable(Id),
  options: JsonObject,
  version: Type.Integer(),
  tags: Type.Array(Type.String()),
  /** absent: it is not from git */
  from_git: Type.Optional(FromGit),
  is_safe: Type.Boolean(),
  user: User,
  is_favorite: Type.Optional(Type.Boolean()),
}

/** Detail, create, update. `can_edit` only in the detail. */
export const Query = Type.Object({
  ...base,
  last_modified_by: Nullable(User),
  visualizations: Type.Array(Visualization),
  can_edit: Type.Optional(Type.Boolean()),
  /** when the schedule runs the query next; in the past when it is due; null: never */
  next_refresh_at: Nullable(Timestamp),
  /** consecutive failed scheduled runs, which delay the next one */
  schedule_failures: Type.Integer(),
})
export type Query = Static<typeof Query>

/** As in nested objects and in the reply with a new API key. */
export const QueryWithoutVisualizations = Type.Object({ ...base, last_modified_by: Nullable(User) })
export type QueryWithoutVisualizations = Static<typeof QueryWithoutVisualizations>

export const QueryInList = Type.Object({
  ...base,
  last_modified_by_id: Nullable(Id),
  retrieved_at: Nullable(Timestamp),
  runtime: Nullable(Type.Number()),
  /** when the caller starred it; absent if not starred */
  starred_at: Type.Optional(Timestamp),
})
export type QueryInList = Static<typeof QueryInList>

const { user: _, ...withoutUser } = base
/** In lists of the caller's own queries. */
export const QueryOfCaller = Type.Object({ ...withoutUser, user_id: Id, last_modified_by_id: Nullable(Id) })
export type QueryOfCaller = Static<typeof QueryOfCaller>

const name = Type.String({ minLength: 1, maxLength: 255 })
const text = Type.String({ maxLength: 1_000_000 })
const description = Nullable(Type.String({ maxLength: 4096 }))
const schedule = Nullable(JsonObject)
const tags = Nullable(Type.Array(Nullable(Type.String({ maxLength: 255 })), { maxItems: 100 }))
const ignored = Type.Optional(Type.Unknown())

export const createQuery = endpoint({
  method: 'POST',
  path: '/api/queries',
  access: ['create_query'],
  unknownKeys: 'refuse',
  body: Type.Object({
    data_source_id: Id,
    query: text,
    name: Type.Optional(name),
    description: Type.Optional(description),
    schedule: Type.Optional(schedule),
    options: Type.Optional(Nullable(SentOptions)),
    tags: Type.Optional(tags),
    // sent by clients, ignored (docs/reference/api-queries.md#saving)
    id: ignored,
    version: ignored,
    is_draft: ignored,
    is_archived: ignored,
    is_favorite: ignored,
    is_safe: ignored,
    can_edit: ignored,
    from_git: ignored,
    user: ignored,
    user_id: ignored,
    starred_at: ignored,
    next_refresh_at: ignored,
    schedule_failures: ignored,
    created_at: ignored,
    updated_at: ignored,
    retrieved_at: ignored,
    runtime: ignored,
    query_hash: ignored,
    api_key: ignored,
    visualizations: ignored,
    latest_query_data: ignored,
    latest_query_data_id: ignored,
    last_modified_by: ignored,
    last_modified_by_id: ignored,
  }),
  reply: Query,
  errors: ['query.dropdown_no_group'],
})

export const getQuery = endpoint({
  method: 'GET',
  path: '/api/queries/:id',
  access: ['view_query'],
  acceptsQueryKey: true,
  params: IdParams,
  reply: Query,
})

export const saveQuery = endpoint({
  method: 'POST',
  path: '/api/queries/:id',
  access: ['edit_query'],
  params: IdParams,
  body: Type.Object({
    version: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))),
    name: Type.Optional(name),
    query: Type.Optional(text),
    description: Type.Optional(description),
    schedule: Type.Optional(schedule),
    options: Type.Optional(Nullable(SentOptions)),
    tags: Type.Optional(tags),
    data_source_id: Type.Optional(Nullable(Id)),
    is_draft: Type.Optional(Type.Boolean()),
    is_archived: Type.Optional(Type.Boolean()),
    latest_query_data_id: Type.Optional(Nullable(Id)),
  }),
  reply: Query,
  errors: ['query.version_conflict', 'query.dropdown_no_group'],
})

export const archiveQuery = endpoint({
  method: 'DELETE',
  path: '/api/queries/:id',
  access: ['edit_query'],
  params: IdParams,
  reply: Type.Null(),
})

/** What the lists of queries are narrowed down by; the author and the data source are additions to Redash. */
export const QueryListQuery = Type.Object({
  ...PagingQuery,
  /** id of a user */
  author: Type.Optional(Type.String()),
  /** id of a data source */
  data_source: Type.Optional(Type.String()),
})

export const QueryList = Type.Object({
  ...Paged(QueryInList).properties,
  /** nothing was found, so these are queries with similar names */
  is_similar: Type.Optional(Type.Boolean()),
})

export const listQueries = endpoint({
  method: 'GET',
  path: '/api/queries',
  access: ['view_query'],
  query: QueryListQuery,
  reply: QueryList,
})

export const formatQuery = endpoint({
  method: 'POST',
  path: '/api/queries/format',
  access: 'signed-in',
  scope: 'read',
  bodyOptional: true,
  body: Type.Object({ query: Type.Optional(text), syntax: Type.Optional(Type.String({ maxLength: 50 })) }),
  reply: Type.Object({ query: Type.String() }),
})
