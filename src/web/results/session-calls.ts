import { cancelJob, getJob } from '#shared/results/results-api.ts'
import { call } from '#web/api/call.ts'
import type { ExecutionCalls } from './execution-driver.ts'
import { loadResult } from './load-result.ts'
import type { LoadedResult } from './read-result.ts'

/** The calls of a logged-in user. */
export const sessionCalls: ExecutionCalls<LoadedResult> = {
  poll: async (id, query, signal) => (await call(getJob, { params: { id }, query, signal })).job,
  load: async (resultId, signal) => ({ result: await loadResult(resultId, signal) }),
  cancel: (id, isForAll) => call(cancelJob, { params: { id }, query: isForAll ? { for_all: 'true' } : {} }),
}
