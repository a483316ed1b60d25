import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { reader } from '#server/http/index.ts'
import { readApiKey } from '#server/identity/index.ts'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import { type FrameReader, reducedEnvelope, sendResult } from '#server/runs/index.ts'
import { Refusal, refuse } from '#shared/errors/refusal.ts'
import type { BodyOf, EndpointSpec, ParamsOf, QueryOf } from '#shared/http/endpoint.ts'
import { Id } from '#shared/http/schemas.ts'
import { getParameterDropdown, searchParameterDropdown } from '#shared/parameters/dropdowns-api.ts'
import { executeQuery, getQueryJob } from '#shared/results/results-api.ts'
import { bearerName, readShared, requireShared, type SharedQueryWidget } from './require-shared.ts'
import {
  isNamedFor,
  offersList,
  readPublicJob,
  readPublicList,
  runPublicWidget,
  searchPublicList,
} from './run-public-widget.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the token of a shared dashboard that a caller without an account gave as a key */
    dashboardToken: string | null
  }
}

type Answer = (request: FastifyRequest, reply: FastifyReply, token: string) => Promise<void>

/**
 * The public page of Redash runs queries by the routes of queries, with the token as its key. Those requests are
 * answered as the dashboard's own routes answer them (docs/reference/api-dashboards.md#the-token-as-a-key).
 */
export function takeTokensAsKeys(app: FastifyInstance, context: ServerContext, frames: FrameReader): void {
  const answers = answersTo(context, frames)
  app.decorateRequest('dashboardToken', null)
  // runs after the identity's hook, so a user's key, a query's key and a session count more
  app.addHook('onRequest', async (request) => {
    if (request.actor !== null || request.routeOptions.config.endpoint?.acceptsDashboardToken !== true) return
    const token = readApiKey(request)
    const dashboard = token === null ? null : await requireShared(context.db, token).catch(nullIfUnknown)
    if (dashboard === null) return
    request.dashboardToken = token
    request.actor = {
      ...{ kind: 'dashboard_token', org_id: dashboard.org_id, user_id: null, query_id: null },
      ...{ name: bearerName(dashboard.id), group_ids: [], permissions: ['view_query'] },
    }
  })
  app.addHook('preHandler', async (request, reply) => {
    const { dashboardToken: token, routeOptions } = request
    if (token === null) return
    const { endpoint } = routeOptions.config
    const answer = endpoint === undefined ? undefined : answers.get(endpoint)
    if (answer === undefined) throw refuse('auth.forbidden')
    await answer(request, reply.header('cache-control', 'no-store'), token)
    return reply
  })
}

/** A key that is not a token belongs to an unknown caller. */
function nullIfUnknown(error: unknown): null {
  if (error instanceof Refusal && error.code === 'not_found') return null
  throw error
}

/** Compiled at the first request, like those of `serve`. */
function readerOf<const E extends EndpointSpec>(endpoint: E) {
  const params = reader(endpoint.params, 'path', { convert: true })
  const query = reader(endpoint.query, 'query', { convert: true })
  const body = reader(endpoint.body, 'body', { convert: false, optional: true })
  return (request: FastifyRequest) => ({
    params: params(request.params) as ParamsOf<E>,
    query: query(request.query) as QueryOf<E>,
    body: body(request.body) as BodyOf<E>,
  })
}

/** Runs have signed names for callers with a token. */
const namedJob = {
  ...getQueryJob,
  params: Type.Object({ query_id: Id, id: Type.String({ maxLength: 128 }) }),
}

function answersTo(context: ServerContext, frames: FrameReader): Map<EndpointSpec, Answer> {
  const { db } = context
  const readRun = readerOf(executeQuery)
  const readJob = readerOf(namedJob)
  const readList = readerOf(getParameterDropdown)
  const readSearch = readerOf(searchParameterDropdown)
  return new Map<EndpointSpec, Answer>([
    [
      executeQuery,
      async (request, reply, token) => {
        const { params, body } = readRun(request)
        const widget_id = await widgetOfQuery(db, token, params.id)
        const ran = await runPublicWidget(context, { token, widget_id }, body)
        if ('job' in ran) reply.send(ran)
        else sendResult(request, reply, frames, ran.result, reducedEnvelope(ran.result))
      },
    ],
    [
      getQueryJob,
      async (request, reply, token) => {
        const { params, query } = readJob(request)
        const shown = await widgetsOfQuery(db, token, params.query_id)
        const widget = shown.find(({ id }) =>
          isNamedFor(context.secrets, { token, widget_id: id }, params.id),
        )
        if (widget === undefined) throw refuse('not_found')
        const address = { token, widget_id: widget.id, name: params.id }
        reply.send({ job: await readPublicJob(context, address, query, request) })
      },
    ],
    [
      getParameterDropdown,
      async (request, reply, token) => {
        const { params } = readList(request)
        const widget_id = await widgetWithList(db, token, params.id, params.dropdown_id)
        reply.send(await readPublicList(context, { token, widget_id }, params.dropdown_id))
      },
    ],
    [
      searchParameterDropdown,
      async (request, reply, token) => {
        const { params, body } = readSearch(request)
        const widget_id = await widgetWithList(db, token, params.id, params.dropdown_id)
        reply.send(await searchPublicList(context, { token, widget_id }, params.dropdown_id, body))
      },
    ],
  ])
}

/** The widgets of the dashboard that show the query, oldest first. Throws not_found if there are none. */
async function widgetsOfQuery(
  db: Db,
  token: string,
  queryId: number,
): Promise<{ id: number; widget: SharedQueryWidget }[]> {
  const { widgets } = await readShared(db, token)
  const shown = [...widgets].flatMap(([id, widget]) => (widget.query.id === queryId ? [{ id, widget }] : []))
  if (shown.length === 0) throw refuse('not_found')
  return shown
}

/**
 * The widget that a run is for. The request names only the query. If its widgets have different static values, it is
 * refused whatever is sent: a refusal or an answer would tell an anonymous caller these values and their names. Throws
 * execution.different_static_values.
 */
async function widgetOfQuery(db: Db, token: string, queryId: number): Promise<number> {
  const shown = await widgetsOfQuery(db, token, queryId)
  const kinds = new Map(shown.toReversed().map(({ id, widget }) => [fixedText(widget), id]))
  const [only, ...others] = kinds.values()
  if (only === undefined || others.length > 0) throw refuse('execution.different_static_values')
  return only
}

function fixedText({ fixed }: SharedQueryWidget): string {
  return JSON.stringify([...fixed].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** A widget whose viewers choose from this list. Throws not_found. */
async function widgetWithList(db: Db, token: string, queryId: number, listId: number): Promise<number> {
  const shown = await widgetsOfQuery(db, token, queryId)
  const found = shown.find(({ widget }) => offersList(widget, listId))
  if (found === undefined) throw refuse('not_found')
  return found.id
}
