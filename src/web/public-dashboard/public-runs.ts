import {
  executePublicWidget,
  getPublicJob,
  searchPublicDropdown,
} from '#shared/dashboards/public-dashboards-api.ts'
import { type JobStatus, jobStatus } from '#shared/results/job.ts'
import { callAsNobody, callUnread } from '#web/api/call.ts'
import type { RunTarget } from '#web/dashboards/widgets/dashboard-runner.ts'
import { type DropdownSource, dropdownSource } from '#web/parameters/dropdown-source.ts'
import { readLists } from '#web/parameters/read-lists.ts'
import type { LoadedResult } from '#web/results/read-result.ts'
import { type RunRequest, readAnswer, runWithoutSession } from '#web/results/run-without-session.ts'

/** Access to the widgets of a shared dashboard. */
export interface PublicAccess {
  token: string
  /** sees the outcome of every call */
  watched<T>(work: Promise<T>): Promise<T>
}

/** Options of the dropdowns of a widget's query. */
export function dropdownsOfWidget({ token, watched }: PublicAccess, widgetId: number): DropdownSource {
  return dropdownSource({
    key: `shared-${widgetId}`,
    send: (query_id, body, signal) => {
      const params = { token, widget_id: widgetId, query_id }
      return watched(callAsNobody(searchPublicDropdown, { params, body, signal }))
    },
    poll: (id, _, query, signal) =>
      watched(callAsNobody(getPublicJob, { params: { token, widget_id: widgetId, id }, query, signal })),
  })
}

/** Runs the query of a widget. */
export function runPublicWidget(
  access: PublicAccess,
  { widgetId, parameters }: RunTarget,
  wanted: Pick<RunRequest, 'parameters' | 'maxAge'>,
  signal: AbortSignal,
  onStatus: (status: JobStatus) => void,
): Promise<LoadedResult> {
  const { token, watched } = access
  const of = { token, widget_id: widgetId }
  return runWithoutSession(
    {
      ask: async ({ parameters: values, maxAge: max_age }) => {
        const body = { parameters: { ...values }, max_age }
        const response = await watched(callUnread(null, executePublicWidget, { params: of, body, signal }))
        return readAnswer(response, signal)
      },
      poll: async (id, query) =>
        (await watched(callAsNobody(getPublicJob, { params: { ...of, id }, query, signal }))).job,
    },
    {
      ...wanted,
      prepare: () => readLists(dropdownsOfWidget(access, widgetId), parameters, signal),
    },
    signal,
    {
      onState({ phase }) {
        if (phase === 'waiting' || phase === 'processing') onStatus(jobStatus[phase])
      },
      onResult: () => undefined,
    },
  )
}
