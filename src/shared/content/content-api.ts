import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, Nullable } from '../http/schemas.ts'
import { contentKinds, contentShapes } from './content-objects.ts'

const Kind = Type.Enum([...contentKinds])
const Key = { kind: Kind, id: Type.String({ maxLength: 255 }) }

const { query, dashboard, alert, snippet, group } = contentShapes
const AnyContent = Type.Union([query, dashboard, alert, snippet, group])

/** One page of the content of the instance, without what is archived. Not in Redash. */
export const listContent = endpoint({
  method: 'GET',
  path: '/api/content/:kind',
  access: ['admin'],
  params: Type.Object({ kind: Kind }),
  query: Type.Object({
    /** the `next` of the page before */
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  }),
  reply: Type.Object({
    objects: Type.Array(AnyContent),
    /** syntax of the text of each query, by uuid: the end of the name of its file */
    syntaxes: Type.Record(Type.String(), Type.String()),
    /** null: this was the last page */
    next: Nullable(Id),
  }),
})

export const ContentResult = Type.Object({
  ...Key,
  name: Type.String(),
  outcome: Type.Enum([...['created', 'updated', 'unchanged', 'deleted', 'left', 'conflict', 'refused']]),
  /** what is wrong: why it is refused, or what the conflict is */
  problem: Type.Optional(Type.String()),
  field: Type.Optional(Type.String()),
})
export type ContentResult = Static<typeof ContentResult>

const base = Nullable(Type.String({ maxLength: 64 }))
/** As JSON is escaped: a query text of a million characters, and options of 200 visualizations. */
const maxObjectLength = 8_000_000
const maxChanges = 20_000
/** Of the body of a push, in bytes. */
export const maxPushLength = 32 * 1024 * 1024

/**
 * Writes and deletes content in one transaction. An object that was changed here since `base` (the hash of what the
 * sender knows) and since the last push is a conflict. If anything is refused or conflicts, nothing is written:
 * `is_applied` is false. `is_dry_run` never writes, and answers what a push would.
 */
export const pushContent = endpoint({
  method: 'POST',
  path: '/api/content',
  access: ['admin'],
  unknownKeys: 'refuse',
  body: Type.Object({
    is_dry_run: Type.Boolean(),
    /** overwrites objects in spite of conflicts */
    overwrites: Type.Optional(Type.Boolean()),
    changes: Type.Array(
      Type.Object({
        base,
        /** JSON text, checked by itself, so that the answer names all objects that are wrong */
        object: Type.String({ maxLength: maxObjectLength }),
        /** the object is `base`: it is left as it is here if it was changed since, but not by a push */
        is_older: Type.Optional(Type.Boolean()),
      }),
      { maxItems: maxChanges },
    ),
    deletions: Type.Array(Type.Object({ ...Key, base }), { maxItems: maxChanges }),
  }),
  reply: Type.Object({ is_applied: Type.Boolean(), results: Type.Array(ContentResult) }),
})
