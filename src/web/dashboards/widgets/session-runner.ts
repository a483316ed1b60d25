import { readDashboardResults } from '#shared/dashboards/dashboard-results-api.ts'
import { jobStatus } from '#shared/results/job.ts'
import { executeQuery } from '#shared/results/results-api.ts'
import { call, callUnreadInSession } from '#web/api/call.ts'
import { dropdownsOfQuery } from '#web/parameters/dropdown-source.ts'
import { readLists } from '#web/parameters/read-lists.ts'
import { followExecution } from '#web/results/execution-driver.ts'
import { loadResult } from '#web/results/load-result.ts'
import { sessionCalls } from '#web/results/session-calls.ts'
import type { DashboardRunner } from './dashboard-runner.ts'
import { readResultLines } from './read-result-lines.ts'

/** Results for a logged-in user. */
export function createSessionRunner(dashboardId: number): DashboardRunner {
  return {
    async readStored(widgets, onLine, signal) {
      const params = { id: dashboardId }
      const response = await callUnreadInSession(readDashboardResults, { params, body: { widgets }, signal })
      await readResultLines(response, onLine, signal)
    },
    loadResult,
    execute: ({ queryId, parameters }, { parameters: values, max_age }, signal, onStatus) =>
      followExecution(
        {
          ...sessionCalls,
          async send() {
            await readLists(dropdownsOfQuery(queryId), parameters, signal)
            // take only the id of an already stored result
            const body = { parameters: values, max_age, large: 'head' } as const
            return call(executeQuery, { params: { id: queryId }, body, signal })
          },
        },
        signal,
        ({ phase }) => {
          if (phase === 'waiting' || phase === 'processing') onStatus(jobStatus[phase])
        },
      ),
    dropdowns: ({ queryId }) => dropdownsOfQuery(queryId),
  }
}
