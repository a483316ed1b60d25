import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Replied, replied, serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { organizationSettings } from '#shared/organizations/organization-settings.ts'
import type { Actor } from '#shared/permissions/can.ts'
import type { CellFormats } from '#shared/results/cell-text.ts'
import type { JobReply } from '#shared/results/job.ts'
import { isLargeResult } from '#shared/results/large-result.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import * as api from '#shared/results/results-api.ts'
import * as windowsApi from '#shared/results/row-windows-api.ts'
import { estimateRun } from '#shared/results/run-estimate-api.ts'
import { describeOthers } from '../jobs/describe-others.ts'
import { describeWaiting } from '../jobs/job-line.ts'
import { presentJob } from '../jobs/present-job.ts'
import { requireJob } from '../jobs/require-job.ts'
import { findOrganizationSettings } from './execution-store.ts'
import { readOrder } from './order-request.ts'
import { createOrderedWindows, type OrderedWindows } from './ordered-windows.ts'
import { requireQueryResult, requireResult } from './read-result.ts'
import { replyReader } from './reply-reader.ts'
import { requestEstimate } from './request-estimate.ts'
import {
  type Execution,
  requestQueryExecution,
  requestRefresh,
  requestTextExecution,
} from './request-execution.ts'
import { reducedEnvelope, resultEnvelope } from './result-envelope.ts'
import { fileBase } from './result-file-name.ts'
import type { FrameReader } from './result-frames.ts'
import { reusableAge } from './reusable-age.ts'
import { rowWindow, windowText } from './row-window.ts'
import { readFormat, sendDownload } from './send-download.ts'
import { sendHead, sendResult, sendWhole } from './send-result.ts'

export function registerResultRoutes(
  app: FastifyInstance,
  context: ServerContext,
  frames: FrameReader,
): void {
  registerExecution(app, context, frames)
  registerDownloads(app, context, frames)
  registerWindows(app, context, createOrderedWindows(context.pool, frames))
}

function registerExecution(app: FastifyInstance, context: ServerContext, frames: FrameReader): void {
  const { db } = context
  /** Streams a stored result unchanged; answers a run as a job. */
  const answer = async (
    execution: Execution,
    { actor, body, request, reply }: AnswerContext,
  ): Promise<JobReply | Replied> => {
    if ('job' in execution) {
      const { job } = execution
      const showsLine = job.status === 'queued' && actor.kind === 'user'
      const waiting = showsLine ? await describeWaiting(db, job, context.config.maxRuns) : null
      return { job: presentJob(job, { waiting, shared: await describeOthers(context, actor, job) }) }
    }
    const { result } = execution
    const envelope = actor.kind === 'user' ? resultEnvelope(result) : reducedEnvelope(result)
    reply.header('cache-control', 'no-store')
    if (body.large === 'head' && isLargeResult(result)) await sendHead(request, reply, db, result, envelope)
    else sendResult(request, reply, frames, result, envelope)
    return replied
  }

  serve(
    app,
    api.executeText,
  )(async (asking) => {
    const { actor, body, request } = asking
    const parameters = body.parameters ?? parametersOfAddress(request)
    const asked = { ...body, parameters, max_age: reusableAge(context.config, body.max_age) }
    return answer(await requestTextExecution(context, actor, asked), asking)
  })

  serve(
    app,
    estimateRun,
  )(async ({ actor, body }) => {
    const asked = { ...body, parameters: body.parameters ?? {} }
    return { job: presentJob(await requestEstimate(context, actor, asked)) }
  })

  serve(
    app,
    api.executeQuery,
  )(async (asking) => {
    const { actor, params, body } = asking
    const asked = { ...body, max_age: reusableAge(context.config, body.max_age) }
    return answer(await requestQueryExecution(context, actor, params.id, asked), asking)
  })

  serve(
    app,
    api.refreshQuery,
  )(async ({ actor, params, request }) => {
    const execution = await requestRefresh(context, actor, params.id, parametersOfAddress(request))
    if (!('job' in execution)) throw new Error('A refresh was answered from the store.')
    return { job: presentJob(execution.job) }
  })
}

interface AnswerContext {
  actor: Actor
  body: { large?: 'head' }
  request: FastifyRequest
  reply: FastifyReply
}

function registerDownloads(app: FastifyInstance, { db }: ServerContext, frames: FrameReader): void {
  serve(
    app,
    api.getResult,
  )(async ({ actor, params, query, request, reply }) => {
    const { id, format } = readIdAndFormat(params.id_and_format)
    const result = await requireResult(db, actor, id)
    await sendDownload({ db, frames }, request, reply, {
      ...{ result, format, cacheable: true, isHead: query.large === 'head' },
      base: fileBase(query.name ?? '', id),
    })
    return replied
  })

  const sendOfQuery = async (
    actor: Actor,
    asked: { query_id: number; result_id: number | null; format: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const format = readFormat(asked.format)
    const { query, result } = await requireQueryResult(db, actor, asked.query_id, asked.result_id)
    await sendDownload({ db, frames }, request, reply, {
      ...{ result, format, cacheable: asked.result_id !== null },
      base: fileBase(query.name, query.id),
    })
    return replied
  }

  serve(
    app,
    api.getQueryResult,
  )(({ actor, params, request, reply }) =>
    sendOfQuery(actor, { query_id: params.id, result_id: null, format: 'json' }, request, reply),
  )
  serve(
    app,
    api.getQueryResultFile,
  )(({ actor, params, request, reply }) =>
    sendOfQuery(actor, { query_id: params.id, result_id: null, format: params.format }, request, reply),
  )
  serve(
    app,
    api.getQueryResultById,
  )(({ actor, params, request, reply }) => {
    const { id, format } = readIdAndFormat(params.id_and_format)
    return sendOfQuery(actor, { query_id: params.id, result_id: id, format }, request, reply)
  })
}

function registerWindows(app: FastifyInstance, context: ServerContext, windows: OrderedWindows): void {
  const { db } = context
  const send = (request: FastifyRequest, reply: FastifyReply, body: Buffer, cacheable: boolean) => {
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', cacheable ? 'private,max-age=31557600' : 'no-store')
    sendWhole(request, reply, body)
    return replied
  }

  serve(
    app,
    windowsApi.getResultRows,
  )(async ({ actor, params, query, request, reply }) => {
    const result = await requireResult(db, actor, params.id)
    const { id: result_id, columns_json, row_count: total } = result
    const range = windowOf(query)
    const reader = replyReader(request, reply)
    const order = readOrder(query, JSON.parse(columns_json) as ResultColumn[])
    if (order === null) {
      const window = { result_id, columns_json, total, complete: true, ...range }
      const body = await rowWindow(db, window, reader)
      return send(request, reply, body, true)
    }
    const formats = cellFormats(await findOrganizationSettings(db, result.org_id))
    const asked = { result, order, formats, ...range }
    const { rows, found } = await windows.read(asked, reader)
    const isCut = rows.length < Math.min(range.count, found - range.from)
    const body = windowText({ columns_json, from: range.from, total: found, complete: true }, rows, isCut)
    // search results depend on the formats of the organization
    return send(request, reply, body, order.search === null && order.filters === undefined)
  })

  serve(
    app,
    windowsApi.getColumnFacts,
  )(async ({ actor, params, query, request, reply }) => {
    const result = await requireResult(db, actor, params.id)
    const columns = JSON.parse(result.columns_json) as ResultColumn[]
    const wanted = query.column ?? columns[0]?.name
    const column = columns.findIndex(({ name }) => name === wanted)
    if (column === -1) throw refuse('not_found')
    const type = columns[column]?.type ?? null
    const facts = await windows.facts(
      { result, column, type: type === null || type === 'string' ? (query.type ?? type) : type },
      replyReader(request, reply).gone,
    )
    reply.header('cache-control', 'private,max-age=31557600')
    return { ...facts, bins: [...facts.bins], top: [...facts.top] }
  })

  serve(
    app,
    windowsApi.getJobRows,
  )(async ({ actor, params, query, request, reply }) => {
    const job = await requireJob(context, actor, params.id)
    if (job.kind !== 'query' || job.result_id === null) throw refuse('result.none_for_query')
    const result = job.status === 'finished' ? await requireResult(db, actor, job.result_id) : null
    const window = {
      result_id: job.result_id,
      columns_json: result?.columns_json ?? job.result_json ?? '[]',
      total: result?.row_count ?? job.row_count,
      complete: result !== null,
      ...windowOf(query),
    }
    // an unfinished run may still change, so its reply must not be cached
    return send(request, reply, await rowWindow(db, window, replyReader(request, reply)), false)
  })
}

function cellFormats(stored: Readonly<Record<string, unknown>>): CellFormats {
  const { thousands_separator, decimal_separator, null_value } = organizationSettings(stored)
  return {
    thousandsSeparator: thousands_separator,
    decimalSeparator: decimal_separator,
    nullValue: null_value,
  }
}

const defaultWindow = 1000

function windowOf({ from = 0, count = defaultWindow }: { from?: number; count?: number }) {
  return { from, count }
}

/** `12` or `12.csv`. Throws not_found for an invalid id. */
function readIdAndFormat(text: string) {
  const match = /^(\d{1,10})(?:\.(\w*))?$/.exec(text)
  const id = Number(match?.[1])
  if (match === null || id < 1 || id > 2_147_483_647) throw refuse('not_found')
  return { id, format: readFormat(match[2] ?? 'json') }
}

/** Values given as `p_<name>` in the address. */
function parametersOfAddress(request: FastifyRequest): Record<string, unknown> {
  const given = Object.entries(request.query as Record<string, unknown>)
  return Object.fromEntries(
    given.filter(([key]) => key.startsWith('p_')).map(([key, value]) => [key.slice(2), value]),
  )
}
