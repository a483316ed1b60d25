import type { FastifyRequest } from 'fastify'
import { limitRate, type Secrets, type ServerContext } from '#server/kernel/index.ts'
import {
  type AskedChange,
  type DropdownRequest,
  type ExecutionNeeds,
  findJob,
  type GivenValues,
  holdForChange,
  type LookedUpResult,
  listDropdown,
  noteLook,
  presentJob,
  requestQueryExecution,
  reusableAge,
  searchDropdown,
} from '#server/runs/index.ts'
import type { WidgetsWanted } from '#shared/dashboards/dashboard-results-api.ts'
import { Refusal, refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import type { DropdownOption, DropdownPage } from '#shared/parameters/dropdowns-api.ts'
import { type Job, jobStatus } from '#shared/results/job.ts'
import type { MaxAge } from '#shared/results/results-api.ts'
import { type FoundRun, findStoredRuns } from '../dashboard-results/find-stored-runs.ts'
import { initialValues, maxAgeOf, wantedRuns } from '../dashboard-results/read-dashboard-results.ts'
import {
  bearerName,
  readShared,
  requireShared,
  requireSharedWidget,
  type SharedDashboard,
  type SharedQueryWidget,
} from './require-shared.ts'

/** Max runs started by viewers of one dashboard (docs/reference/promises.md#s19); reading stored results is not limited. */
const runsPerHour = 6000

/**
 * The stored results of a shared dashboard's widgets. Throws as `requireShared` does; an error of a widget is reported
 * in its place.
 */
export async function readPublicRuns(
  { db, clock, config }: ServerContext,
  token: string,
  asked: WidgetsWanted['widgets'],
): Promise<FoundRun[]> {
  const { dashboard, rows, widgets, lookups } = await readShared(db, token)
  const opening = initialValues(widgets, dashboard.options)
  const wanted = wantedRuns(rows, widgets, asked, (widget, sent) => {
    const { bearer: actor, settled } = widget
    try {
      return { actor, settled, given: publicValues(widget, opening(widget), sent ?? {}) }
    } catch (error) {
      if (error instanceof Refusal) return { refusal: error }
      throw error
    }
  })
  return await findStoredRuns({ lookups, clock, maxAge: maxAgeOf(config) }, wanted)
}

interface PublicRunRequest {
  max_age?: MaxAge
  parameters?: Record<string, unknown> | null
}

/**
 * Runs the query of a widget, or returns a stored result. Throws not_found for widgets not on the dashboard,
 * dashboard.public_disabled, and the refusals of a run.
 */
export async function runPublicWidget(
  context: ServerContext,
  { token, widget_id }: PublicWidgetAddress,
  request: PublicRunRequest,
): Promise<{ result: LookedUpResult } | { job: Job }> {
  const { dashboard, widgets, widget } = await requireSharedWidget(context.db, token, widget_id)
  const opening = initialValues(widgets, dashboard.options)(widget)
  const parameters = publicValues(widget, opening, request.parameters ?? {})
  const asked = { parameters, max_age: reusableAge(context.config, request.max_age) }
  const execution = await discreetly(() =>
    requestQueryExecution(limited(context, dashboard), widget.bearer, widget.query.id, asked, widget.settled),
  )
  if ('result' in execution) return execution
  const name = namePublicJob(context.secrets, { token, widget_id }, execution.job.id)
  return { job: presentPublicJob(execution.job, name) }
}

/** Do viewers choose a value of the widget from this list? */
export function offersList({ parameters, fixed }: SharedQueryWidget, listId: number): boolean {
  return parameters.some(
    ({ type, name, ...parameter }) => type === 'query' && parameter['queryId'] === listId && !fixed.has(name),
  )
}

/** The whole dropdown list of a widget's parameter, from its newest stored result. Throws not_found. */
export async function readPublicList(
  context: ServerContext,
  { token, widget_id }: PublicWidgetAddress,
  listId: number,
): Promise<DropdownOption[]> {
  const { dashboard, widget } = await requireSharedWidget(context.db, token, widget_id)
  if (!offersList(widget, listId)) throw refuse('not_found')
  const address = { id: listId, parent_id: widget.query.id }
  return await discreetly(() => listDropdown(limited(context, dashboard), widget.bearer, address))
}

/** A page of the dropdown list of a widget's parameter. Throws as `runPublicWidget` does. */
export async function searchPublicList(
  context: ServerContext,
  { token, widget_id }: PublicWidgetAddress,
  listId: number,
  request: DropdownRequest,
): Promise<DropdownPage | { job: Job }> {
  const { dashboard, widget } = await requireSharedWidget(context.db, token, widget_id)
  if (!offersList(widget, listId)) throw refuse('not_found')
  const found = await discreetly(() =>
    searchDropdown(
      limited(context, dashboard),
      widget.bearer,
      { id: listId, parent_id: widget.query.id },
      { ...request, parameters: { ...request.parameters, ...Object.fromEntries(widget.fixed) } },
    ),
  )
  if (!('job' in found)) {
    return { ...found, depends_on: found.depends_on.filter((name) => !widget.fixed.has(name)) }
  }
  const name = namePublicJob(context.secrets, { token, widget_id }, found.job.id)
  return { job: presentPublicJob(found.job, name) }
}

/** A run counts for the dashboard, whichever viewer starts it. */
function limited(context: ServerContext, { id }: SharedDashboard): ExecutionNeeds {
  const { db, clock } = context
  return {
    ...{ db, clock },
    admit: () => limitRate(context, { name: 'public run', caller: `dashboard ${id}`, perHour: runsPerHour }),
  }
}

async function discreetly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refusal ? publicRefusal(error) : error
  }
}

/**
 * The values of a run (docs/reference/promises.md#s11): static parameters always have the dashboard's values, whatever
 * is sent; the viewer chooses the others; parameters that are not sent have the dashboard's initial values. The run
 * checks whether they are valid. Throws execution.invalid_parameters for names that the query does not have.
 */
function publicValues(
  widget: SharedQueryWidget,
  opening: GivenValues,
  sent: GivenValues,
): Record<string, unknown> {
  const known = new Set(widget.parameters.map(({ name }) => name))
  const unknown = Object.keys(sent).filter((name) => !known.has(name))
  if (unknown.length > 0) throw refuse('execution.invalid_parameters', { names: unknown.join(', ') })
  return { ...opening, ...sent, ...Object.fromEntries(widget.fixed) }
}

interface PublicWidgetAddress {
  token: string
  widget_id: number
}

/**
 * The name of a run in replies to a token: its id, signed for this token and widget. Users who requested the same text
 * elsewhere may share the run, so stored data cannot decide who may read it.
 */
export function namePublicJob(secrets: Secrets, address: PublicWidgetAddress, jobId: string): string {
  return `${jobId}.${secrets.sign('public job', signedText(address, jobId))}`
}

const idLength = 36

/** Was the run given this name for this token and widget? */
export function isNamedFor(secrets: Secrets, address: PublicWidgetAddress, name: string): boolean {
  const [, id = '', signature = ''] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(name) ?? []
  return secrets.verify('public job', signedText(address, id), signature)
}

function signedText({ token, widget_id }: PublicWidgetAddress, jobId: string): string {
  return `${token} ${widget_id} ${jobId}`
}

/**
 * The run, if it was named for this token and widget; the answer is held as for any run. Throws not_found, also when
 * the token is revoked while the answer is held.
 */
export async function readPublicJob(
  context: ServerContext,
  { name, ...address }: PublicWidgetAddress & { name: string },
  asked: AskedChange,
  request: FastifyRequest,
): Promise<Job> {
  const { dashboard } = await requireSharedWidget(context.db, address.token, address.widget_id)
  if (!isNamedFor(context.secrets, address, name)) throw refuse('not_found')
  const id = name.slice(0, idLength)
  const job = await findJob(context.db, id)
  if (job === null || job.org_id !== dashboard.org_id) throw refuse('not_found')
  await noteLook(context.db, id, bearerName(dashboard.id))
  const held = await holdForChange(context, job, asked, {
    ...{ name: `public dashboard ${dashboard.id}`, request },
    requireAccess: () => requireShared(context.db, address.token),
  })
  return presentPublicJob(held, name)
}

/** Database error messages may quote the query, so visitors learn only that there was an error. */
const queryFailed = 'The query of this widget could not be run.'

/** A run for a caller with a token, under its signed name. */
function presentPublicJob(job: Parameters<typeof presentJob>[0], name: string): Job {
  const shown = presentJob(job)
  return {
    ...shown,
    id: name,
    error: shown.status === jobStatus.failed ? queryFailed : '',
    error_position: null,
  }
}

/** The refusal without names of data sources. */
export function publicRefusal(refusal: Refusal): Refusal {
  const isPaused = refusal.code === 'execution.paused' || refusal.code === 'execution.paused_reason'
  return isPaused ? refuse('execution.paused', { name: phrase('The data source') }) : refusal
}
