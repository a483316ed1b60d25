import { type Static, Type } from 'typebox'
import { JsonObject, Nullable, SentOptions } from '../http/schemas.ts'

/**
 * Content as it is kept in files: what a team builds, without what belongs to one instance (ids, owners, keys, results).
 * Objects name each other by uuid, and data sources, destinations and groups by name.
 */

const Uuid = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })
const tags = Type.Array(Type.String({ maxLength: 255 }), { maxItems: 100 })
const strict = { additionalProperties: false }

export const ContentVisualization = Type.Object(
  {
    id: Uuid,
    type: Type.String({ minLength: 1, maxLength: 100 }),
    name: Type.String({ minLength: 1, maxLength: 255 }),
    description: Type.String({ maxLength: 4096 }),
    options: SentOptions,
  },
  strict,
)
export type ContentVisualization = Static<typeof ContentVisualization>

export const ContentQuery = Type.Object(
  {
    kind: Type.Literal('query'),
    id: Uuid,
    name: Type.String({ minLength: 1, maxLength: 255 }),
    description: Type.String({ maxLength: 4096 }),
    /** name of the data source; null: detached */
    data_source: Nullable(Type.String({ maxLength: 255 })),
    text: Type.String({ maxLength: 1_000_000 }),
    is_draft: Type.Boolean(),
    tags,
    schedule: Nullable(JsonObject),
    /** as stored, but dropdown parameters name their query by uuid: `query` instead of `queryId` */
    options: SentOptions,
    visualizations: Type.Array(ContentVisualization, { maxItems: 200 }),
  },
  strict,
)
export type ContentQuery = Static<typeof ContentQuery>

export const ContentWidget = Type.Object(
  {
    id: Uuid,
    /** null: a text box */
    visualization: Nullable(Uuid),
    text: Type.String({ maxLength: 100_000 }),
    options: SentOptions,
  },
  strict,
)
export type ContentWidget = Static<typeof ContentWidget>

export const ContentDashboard = Type.Object(
  {
    kind: Type.Literal('dashboard'),
    id: Uuid,
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
    is_draft: Type.Boolean(),
    tags,
    dashboard_filters_enabled: Type.Boolean(),
    options: SentOptions,
    widgets: Type.Array(ContentWidget, { maxItems: 500 }),
  },
  strict,
)
export type ContentDashboard = Static<typeof ContentDashboard>

export const ContentAlert = Type.Object(
  {
    kind: Type.Literal('alert'),
    id: Uuid,
    name: Type.String({ minLength: 1, maxLength: 255 }),
    query: Uuid,
    options: SentOptions,
    rearm: Nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    /** names of destinations; users who subscribed themselves stay subscribed */
    destinations: Type.Array(Type.String({ maxLength: 255 }), { maxItems: 100 }),
  },
  strict,
)
export type ContentAlert = Static<typeof ContentAlert>

export const ContentSnippet = Type.Object(
  {
    kind: Type.Literal('snippet'),
    id: Uuid,
    trigger: Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' }),
    description: Type.String({ maxLength: 4096 }),
    snippet: Type.String({ minLength: 1, maxLength: 100_000, pattern: '\\S' }),
  },
  strict,
)
export type ContentSnippet = Static<typeof ContentSnippet>

/** Which data sources a group reads; its members and permissions are not content. */
export const ContentGroup = Type.Object(
  {
    kind: Type.Literal('group'),
    /** the name, because groups have no uuid */
    id: Type.String({ minLength: 1, maxLength: 255 }),
    /** name of a data source -> access */
    data_sources: Type.Record(Type.String(), Type.Enum(['full', 'view_only'])),
  },
  strict,
)
export type ContentGroup = Static<typeof ContentGroup>

/** In the order in which they are written: later ones name earlier ones. */
export const contentKinds = ['group', 'snippet', 'query', 'dashboard', 'alert'] as const
export type ContentKind = (typeof contentKinds)[number]

/** The shape of each kind. */
export const contentShapes = {
  group: ContentGroup,
  snippet: ContentSnippet,
  query: ContentQuery,
  dashboard: ContentDashboard,
  alert: ContentAlert,
} as const

export type ContentObject = ContentQuery | ContentDashboard | ContentAlert | ContentSnippet | ContentGroup

/** How people call an object. */
export function nameOfContent(object: ContentObject): string {
  if (object.kind === 'group') return object.id
  return object.kind === 'snippet' ? object.trigger : object.name
}

/** Unique within an organization. */
export const contentKey = ({ kind, id }: { kind: ContentKind; id: string }): string => `${kind}:${id}`

/** The same content with its fields in the order of its shape: files and requests may have them in any order. */
export function orderedContent<T extends ContentObject>(object: T): T {
  const fields = inOrder(contentShapes[object.kind], object)
  if (object.kind === 'query')
    return {
      ...fields,
      visualizations: object.visualizations.map((one) => inOrder(ContentVisualization, one)),
    }
  if (object.kind === 'dashboard')
    return { ...fields, widgets: object.widgets.map((one) => inOrder(ContentWidget, one)) }
  return fields
}

function inOrder<T extends object>({ properties }: { properties: object }, object: T): T {
  const values = object as Record<string, unknown>
  return Object.fromEntries(Object.keys(properties).map((field) => [field, values[field]])) as T
}

/**
 * A text that is equal for equal content. Visualizations and widgets are compared without their order, which a file
 * cannot change in an existing object; all other order counts, because options may depend on it.
 */
export function canonicalContent(object: ContentObject): string {
  return JSON.stringify(withoutOrder(orderedContent(object)))
}

function withoutOrder(object: ContentObject): unknown {
  const byId = <T extends { id: string }>(list: readonly T[]) =>
    [...list].sort((one, other) => (one.id < other.id ? -1 : 1))
  if (object.kind === 'query') return { ...object, visualizations: byId(object.visualizations) }
  if (object.kind === 'dashboard') return { ...object, widgets: byId(object.widgets) }
  if (object.kind === 'alert') return { ...object, destinations: [...object.destinations].sort() }
  if (object.kind !== 'group') return object
  const sources = Object.entries(object.data_sources)
  return { ...object, data_sources: sources.sort(([one], [other]) => (one < other ? -1 : 1)) }
}
