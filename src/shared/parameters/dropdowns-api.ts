import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, IdParams, JsonObject, Nullable } from '../http/schemas.ts'
import { JobReply } from '../results/job.ts'

/**
 * One option of a query-based dropdown: `name` is shown, `value` goes into the text
 * (docs/reference/api-results.md#dropdown-options).
 */
export const DropdownOption = Type.Object({ name: Type.Unknown(), value: Type.String() })
export type DropdownOption = Static<typeof DropdownOption>

/** All options of a dropdown query, from its newest stored result. */
export const getDropdown = endpoint({
  method: 'GET',
  path: '/api/queries/:id/dropdown',
  access: ['view_query'],
  acceptsQueryKey: true,
  params: IdParams,
  reply: Type.Array(DropdownOption),
  errors: ['query.detached'],
})

const ParameterDropdownParams = Type.Object({ id: Id, dropdown_id: Id })

/** The same for a dropdown query of a parameter of query `:id`: access to `:id` is then enough. */
export const getParameterDropdown = endpoint({
  method: 'GET',
  path: '/api/queries/:id/dropdowns/:dropdown_id',
  access: ['view_query'],
  acceptsQueryKey: true,
  acceptsDashboardToken: true,
  params: ParameterDropdownParams,
  reply: Type.Array(DropdownOption),
  errors: ['query.detached'],
})

/**
 * An addition to Redash's API: search with paging, and values of the page's other parameters for a dependent dropdown.
 */
export const DropdownSearch = Type.Object({
  /** values of the page's parameters; the dropdown query uses those that it also has */
  parameters: Type.Optional(Nullable(JsonObject)),
  /** part of a name, case-insensitive */
  q: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  /** currently chosen values: `selected` returns those that are anywhere in the list */
  values: Type.Optional(Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 1000 })),
})

export const DropdownPage = Type.Object({
  options: Type.Array(DropdownOption),
  /** options that match `q`, on all pages */
  count: Type.Integer(),
  selected: Type.Array(DropdownOption),
  /** names of the page's parameters that the list depends on: it is read again only when one of them changes */
  depends_on: Type.Array(Type.String()),
})
export type DropdownPage = Static<typeof DropdownPage>

/**
 * The reply is a job if the dropdown query depends on parameters of the page and no result for their values is stored:
 * wait for it (`GET /api/queries/:id/jobs/:job`), then repeat the request.
 */
export const DropdownPageOrJob = Type.Union([DropdownPage, JobReply])

/** Besides the refusals of a run: values of the page that are invalid for the dropdown query's own parameters. */
const searchErrors = [
  'query.detached',
  'execution.invalid_parameters',
  'execution.missing_parameters',
] as const

export const searchDropdown = endpoint({
  method: 'POST',
  path: '/api/queries/:id/dropdown',
  access: ['view_query'],
  scope: 'run',
  acceptsQueryKey: true,
  params: IdParams,
  bodyOptional: true,
  body: DropdownSearch,
  reply: DropdownPageOrJob,
  errors: searchErrors,
})

export const searchParameterDropdown = endpoint({
  method: 'POST',
  path: '/api/queries/:id/dropdowns/:dropdown_id',
  access: ['view_query'],
  scope: 'run',
  acceptsQueryKey: true,
  acceptsDashboardToken: true,
  params: ParameterDropdownParams,
  bodyOptional: true,
  body: DropdownSearch,
  reply: DropdownPageOrJob,
  errors: searchErrors,
})
