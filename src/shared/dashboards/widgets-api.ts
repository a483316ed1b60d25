import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, IdParams, JsonObject, Nullable, SentOptions, Timestamp } from '../http/schemas.ts'
import { QueryWithoutVisualizations } from '../queries/queries-api.ts'
import { Visualization } from '../visualizations/visualizations-api.ts'

/** As widgets hold it: with its query. */
export const WidgetVisualization = Type.Object({
  ...Visualization.properties,
  query: Type.Object({
    ...QueryWithoutVisualizations.properties,
    /** when its newest result was made; null: there is none */
    retrieved_at: Nullable(Timestamp),
  }),
})
export type WidgetVisualization = Static<typeof WidgetVisualization>

/** One shape for the three kinds: with a visualization, `restricted` (the caller may not see its query), else a text box. */
export const Widget = Type.Object({
  id: Id,
  dashboard_id: Id,
  /** always 1; kept for clients */
  width: Type.Integer(),
  /** stored as it came: position, parameterMappings, paramOrder, isHidden, tab (see widget-options.ts) */
  options: JsonObject,
  /** markdown of a text box; not in restricted ones */
  text: Type.Optional(Nullable(Type.String())),
  visualization: Type.Optional(WidgetVisualization),
  restricted: Type.Optional(Type.Literal(true)),
  /** another one after each save */
  version: Type.Integer(),
  updated_at: Timestamp,
  created_at: Timestamp,
})
export type Widget = Static<typeof Widget>

const text = Nullable(Type.String({ maxLength: 100_000 }))

/** Edit rights on the dashboard and view access to the visualization's query are needed (docs/reference/api-dashboards.md#widgets). */
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
})

/**
 * Changes text and options, each only when it is sent; nothing else. A `version` that is no longer the stored one is
 * refused, without one the save overwrites.
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
  errors: ['dashboard.version_conflict'],
})

export const deleteWidget = endpoint({
  method: 'DELETE',
  path: '/api/widgets/:id',
  access: ['edit_dashboard'],
  params: IdParams,
  reply: Type.Null(),
})
