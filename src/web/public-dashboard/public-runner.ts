import { readPublicResults } from '#shared/dashboards/public-dashboards-api.ts'
import { parameterValues } from '#shared/parameters/stored-parameters.ts'
import { ApiError, isAboutJob } from '#web/api/api-error.ts'
import { callUnread } from '#web/api/call.ts'
import type { DashboardRunner } from '#web/dashboards/widgets/dashboard-runner.ts'
import { readResultLines } from '#web/dashboards/widgets/read-result-lines.ts'
import type { PublicAccess } from './public-runs.ts'
import { publicWords } from './public-words.ts'

export interface PublicRunnerOptions {
  token: string
  /**
   * seconds: maximum age that replaces 0 in run requests, so that many visitors cause no more runs than one; -1: any
   * stored result
   */
  maxAge: number
  /** called when the token no longer opens the dashboard or one of its widgets */
  onClosed(): void
}

/** Lazy: most dashboards are shown from stored results. */
const loadRuns = () => import('./public-runs.ts')

/** Results of a shared dashboard for anyone with its link. Sends no cookies. */
export function createPublicRunner({ token, maxAge, onClosed }: PublicRunnerOptions): DashboardRunner {
  const access: PublicAccess = {
    token,
    async watched(work) {
      try {
        return await work
      } catch (error) {
        if (!(error instanceof ApiError && isClosed(error))) throw error
        onClosed()
        throw new Error(publicWords.gone)
      }
    },
  }
  return {
    async readStored(widgets, onLine, signal) {
      const request = { params: { token }, body: { widgets }, signal }
      const response = await access.watched(callUnread(null, readPublicResults, request))
      await readResultLines(response, onLine, signal)
    },
    async loadResult(_, signal, of) {
      const wanted = { parameters: parameterValues(of.parameters), maxAge: -1 }
      return (await loadRuns()).runPublicWidget(access, of, wanted, signal, () => undefined)
    },
    async execute(target, { parameters, max_age }, signal, onStatus) {
      const wanted = { parameters, maxAge: max_age === 0 ? maxAge : max_age }
      return (await loadRuns()).runPublicWidget(access, target, wanted, signal, onStatus)
    },
    dropdowns: ({ widgetId }) => ({
      key: `shared-${widgetId}`,
      search: async (...request) => (await loadRuns()).dropdownsOfWidget(access, widgetId).search(...request),
    }),
  }
}

function isClosed(error: ApiError): boolean {
  if (isAboutJob(error)) return false
  return error.status === 404 || error.status === 401 || error.code === 'dashboard.public_disabled'
}
