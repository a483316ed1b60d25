import { limitRate, type ServerContext } from '#server/kernel/index.ts'
import {
  type DropdownRequest,
  type ExecutionNeeds,
  type LookedUpResult,
  requestQueryExecution,
  reusableAge,
  searchDropdown,
} from '#server/runs/index.ts'
import type { WidgetsWanted } from '#shared/dashboards/dashboard-results-api.ts'
import { Refusal, refuse } from '#shared/errors/refusal.ts'
import type { DropdownPage } from '#shared/parameters/dropdowns-api.ts'
import type { Job } from '#shared/results/job.ts'
import { type FoundRun, findStoredRuns } from '../dashboard-results/find-stored-runs.ts'
import { maxAgeOf, wantedRuns } from '../dashboard-results/read-dashboard-results.ts'
import { initialValues } from '../dashboard-results/wanted-widgets.ts'
import { namePublicJob, type PublicWidgetAddress } from './public-job.ts'
import { publicValues } from './public-values.ts'
import { readShared, requireSharedWidget, type SharedDashboard } from './require-shared.ts'
import { presentPublicJob, publicRefusal } from './tell-publicly.ts'

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
  max_age?: number | null
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

/** A page of the dropdown list of a widget's parameter. Throws as `runPublicWidget` does. */
export async function searchPublicList(
  context: ServerContext,
  { token, widget_id }: PublicWidgetAddress,
  listId: number,
  request: DropdownRequest,
): Promise<DropdownPage | { job: Job }> {
  const { dashboard, widget } = await requireSharedWidget(context.db, token, widget_id)
  const isOffered = widget.parameters.some(
    (parameter) =>
      parameter.type === 'query' && parameter['queryId'] === listId && !widget.fixed.has(parameter.name),
  )
  if (!isOffered) throw refuse('not_found')
  const found = await discreetly(() =>
    searchDropdown(
      limited(context, dashboard),
      widget.bearer,
      { id: listId, parent_id: widget.query.id },
      { ...request, parameters: { ...request.parameters, ...Object.fromEntries(widget.fixed) } },
    ),
  )
  if (!('job' in found)) return found
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
