import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, IdParams, JsonObject, Nullable, SentOptions, Timestamp } from '../http/schemas.ts'
import { QueryWithoutVisualizations } from '../queries/queries-api.ts'
import { Visualization } from '../visualizations/visualizations-api.ts'

/** A visualization with its query, as widgets hold it. */
export const WidgetVisualization = Type.Object({
  ...Visualization.properties,
  query: Type.Object({
    ...QueryWithoutVisualizations.properties,
    /** when its newest result was made; null: no result */
    retrieved_at: Nullable(Timestamp),
  }),
})
export type WidgetVisualization = Static<typeof WidgetVisualization>

/**
 * One shape for three kinds: with a visualization, `restricted` (the caller may not see its query), otherwise a text
 * box.
 */
export const Widget = Type.Object({
  id: Id,
  dashboard_id: Id,
  /** always 1; kept for clients */
  width: Type.Integer(),
  /** stored as received: position, parameterMappings, paramOrder, isHidden, tab (see widget-options.ts) */
  options: JsonObject,
  /** Markdown of a text box; absent from restricted widgets */
  text: Type.Optional(Nullable(Type.String())),
  visualization: Type.Optional(WidgetVisualization),
  restricted: Type.Optional(Type.Literal(true)),
  /** changes with each save */
  version: Type.Integer(),
  updated_at: Timestamp,
  created_at: Timestamp,
})
export type Widget = Static<typeof Widget>

const text = Nullable(Type.String({ maxLength: 100_000 }))

/**
 * Requires edit rights on the dashboard and view access to the visualization's query
 * (docs/reference/api-dashboards.md#widgets).
 */
export const createWidget = endpoint({
  method: 'POST',
  path: '/api/widgets',
  access: ['edit_dashboard'],
  body: Type.Object({
    dashboard_id: Id,
    visualization_id: Type.Optional(Nullable(Id)),
    text: Type.Optional(text),
    width: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 100 }))),
    options: Type.Optional(Nullable(SentOptions)),
  }),
  reply: Widget,
  errors: ['dashboard.too_large'],
})

/**
 * Changes only text and options, and only those that are sent. An outdated `version` is refused; without `version` the
 * save overwrites.
 */
export const saveWidget = endpoint({
  method: 'POST',
  path: '/api/widgets/:id',
  access: ['edit_dashboard'],
  params: IdParams,
  body: Type.Object({
    text: Type.Optional(text),
    options: Type.Optional(Nullable(SentOptions)),
    version: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))),
  }),
  reply: Widget,
  errors: ['dashboard.version_conflict', 'dashboard.too_large'],
})

export const deleteWidget = endpoint({
  method: 'DELETE',
  path: '/api/widgets/:id',
  access: ['edit_dashboard'],
  params: IdParams,
  reply: Type.Null(),
})
