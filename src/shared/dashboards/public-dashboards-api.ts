import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, JsonObject, Nullable, Timestamp } from '../http/schemas.ts'
import { DropdownPageOrJob, DropdownSearch } from '../parameters/dropdowns-api.ts'
import { JobReply } from '../results/job.ts'
import { JobOrResult, MaxAge } from '../results/results-api.ts'
import { WidgetsWanted } from './dashboard-results-api.ts'

/** 43 characters of base64url: 256 random bits. */
const token = Type.String({ minLength: 20, maxLength: 128 })
const TokenParams = Type.Object({ token })
const TokenWidgetParams = Type.Object({ token, widget_id: Id })

/**
 * Holds no owner, query text, key or id other than the widget's and the query's
 * (docs/reference/api-dashboards.md#the-public-dashboard).
 */
export const PublicWidget = Type.Object({
  id: Id,
  width: Type.Integer(),
  options: JsonObject,
  text: Nullable(Type.String()),
  updated_at: Timestamp,
  created_at: Timestamp,
  visualization: Type.Optional(
    Type.Object({
      type: Type.String(),
      name: Type.String(),
      description: Type.String(),
      options: JsonObject,
      updated_at: Timestamp,
      created_at: Timestamp,
      query: Type.Object({
        id: Id,
        name: Type.String(),
        description: Nullable(Type.String()),
        /** only `parameters`: the definitions of those in the query */
        options: JsonObject,
      }),
    }),
  ),
})
export type PublicWidget = Static<typeof PublicWidget>

export const PublicDashboard = Type.Object({
  name: Type.String(),
  layout: Type.Array(Type.Unknown()),
  dashboard_filters_enabled: Type.Boolean(),
  options: JsonObject,
  updated_at: Timestamp,
  created_at: Timestamp,
  widgets: Type.Array(PublicWidget),
})
export type PublicDashboard = Static<typeof PublicDashboard>

const errors = ['dashboard.public_disabled', 'dashboard.too_large'] as const

export const getPublicDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboards/public/:token',
  access: 'anyone',
  params: TokenParams,
  reply: PublicDashboard,
  errors,
})

/**
 * As readDashboardResults. Static parameters always take the dashboard's values; parameters that are not sent take
 * their initial values. Results hold only `id`, `data` and `retrieved_at`. `query_result_id` means that a larger
 * result is stored: executePublicWidget with `max_age` -1 and the same values returns it.
 */
export const readPublicResults = endpoint({
  method: 'POST',
  path: '/api/dashboards/public/:token/results',
  access: 'anyone',
  params: TokenParams,
  body: WidgetsWanted,
  reply: Type.Unknown(),
  replyMedia: ['application/x-ndjson'],
  errors,
})

/**
 * Runs the query of one widget like `POST /api/queries/:id/results`, with values that its definitions allow. Returns a
 * stored result in full. When a job has ended, repeat the request with `max_age` -1 and the same values.
 */
export const executePublicWidget = endpoint({
  method: 'POST',
  path: '/api/dashboards/public/:token/widgets/:widget_id/results',
  access: 'anyone',
  params: TokenWidgetParams,
  bodyOptional: true,
  body: Type.Object({
    max_age: MaxAge,
    parameters: Type.Optional(Nullable(JsonObject)),
  }),
  reply: JobOrResult,
  errors: [...errors, 'execution.invalid_parameters', 'execution.missing_parameters'],
})

/** A run that this token started or shares, by `job.id`, without details of the query. */
export const getPublicJob = endpoint({
  method: 'GET',
  path: '/api/dashboards/public/:token/widgets/:widget_id/jobs/:id',
  access: 'anyone',
  params: Type.Object({ token, widget_id: Id, id: Type.String({ maxLength: 128 }) }),
  query: Type.Object({
    wait: Type.Optional(Type.Number({ minimum: 0, maximum: 30 })),
    since: Type.Optional(Type.Integer()),
  }),
  reply: JobReply,
  errors,
})

/** As `POST /api/queries/:id/dropdowns/:dropdown_id`, for a parameter that the widget's query has. */
export const searchPublicDropdown = endpoint({
  method: 'POST',
  path: '/api/dashboards/public/:token/widgets/:widget_id/dropdowns/:query_id',
  access: 'anyone',
  params: Type.Object({ token, widget_id: Id, query_id: Id }),
  bodyOptional: true,
  body: DropdownSearch,
  reply: DropdownPageOrJob,
  errors,
})
