import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, IdParams, JsonObject, Nullable } from '../http/schemas.ts'
import { JobReply } from '../results/job.ts'

/** One entry of a dropdown fed by a query: `name` is shown, `value` goes into the text (docs/reference/api-results.md#dropdown-options). */
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

/** The same for a dropdown query that a parameter of query `:id` names: seeing `:id` is then enough. */
export const getParameterDropdown = endpoint({
  method: 'GET',
  path: '/api/queries/:id/dropdowns/:dropdown_id',
  access: ['view_query'],
  acceptsQueryKey: true,
  params: ParameterDropdownParams,
  reply: Type.Array(DropdownOption),
  errors: ['query.detached'],
})

/** Sextant's own: searched, a page at a time, with values of the page's other parameters for a dependent dropdown. */
export const DropdownSearch = Type.Object({
  /** values of the page's parameters; those that the dropdown query has too are used, the others ignored */
  parameters: Type.Optional(Nullable(JsonObject)),
  /** part of a name, in any case */
  q: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  /** values chosen now: those that are in the list come back in `selected`, wherever they stand in it */
  values: Type.Optional(Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 1000 })),
})

export const DropdownPage = Type.Object({
  options: Type.Array(DropdownOption),
  /** options that match `q`, on all pages */
  count: Type.Integer(),
  selected: Type.Array(DropdownOption),
})
export type DropdownPage = Static<typeof DropdownPage>

/**
 * A job is answered when the dropdown query takes parameters of the page and no result for their values is stored:
 * wait for it (`GET /api/queries/:id/jobs/:job`), then ask again.
 */
export const DropdownPageOrJob = Type.Union([DropdownPage, JobReply])

/** Beside what a run may be refused for: values of the page that do not fit the dropdown query's own parameters. */
const searchErrors = [
  'query.detached',
  'execution.invalid_parameters',
  'execution.missing_parameters',
] as const

export const searchDropdown = endpoint({
  method: 'POST',
  path: '/api/queries/:id/dropdown',
  access: ['view_query'],
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
  acceptsQueryKey: true,
  params: ParameterDropdownParams,
  bodyOptional: true,
  body: DropdownSearch,
  reply: DropdownPageOrJob,
  errors: searchErrors,
})
