import type { BodyOf } from '#shared/http/endpoint.ts'
import { t } from '#shared/messages/translate.ts'
import {
  type DropdownPage,
  searchDropdown,
  searchParameterDropdown,
} from '#shared/parameters/dropdowns-api.ts'
import { type Job, jobStatus } from '#shared/results/job.ts'
import { getQueryJob } from '#shared/results/results-api.ts'
import { call } from '#web/api/call.ts'

export type DropdownRequest = NonNullable<BodyOf<typeof searchDropdown>>

/** The source of the options of query-based dropdowns. */
export interface DropdownSource {
  /** separates the lists of different pages in the cache */
  key: string
  /** one page of the options of a dropdown query; waits for a run if no result is stored. Throws ApiError. */
  search(dropdownId: number, request: DropdownRequest, signal: AbortSignal): Promise<DropdownPage>
}

/** seconds for which the server may delay its answer (long polling) */
const maxWait = 25
/** max runs for one list, in case results vanish faster than they are read */
const maxRuns = 3

/** How to request options: `send` resolves to a page or to the run that makes it, `poll` reports on that run. */
export interface DropdownCalls {
  key: string
  send(
    dropdownId: number,
    request: DropdownRequest,
    signal: AbortSignal,
  ): Promise<DropdownPage | { job: Job }>
  poll(
    jobId: string,
    dropdownId: number,
    query: { wait: number; since: number },
    signal: AbortSignal,
  ): Promise<{ job: Job }>
}

/** Waits for the runs of lists, with the given calls. */
export function dropdownSource({ key, send, poll }: DropdownCalls): DropdownSource {
  const ended = async (first: Job, dropdownId: number, signal: AbortSignal): Promise<void> => {
    let job = first
    while (job.status === jobStatus.waiting || job.status === jobStatus.processing) {
      const reply = await poll(job.id, dropdownId, { wait: maxWait, since: job.status }, signal)
      job = reply.job
    }
    if (job.status !== jobStatus.done) throw new Error(failureOf(job))
  }
  return {
    key,
    async search(dropdownId, request, signal) {
      for (let runs = 0; ; runs++) {
        const answer = await send(dropdownId, request, signal)
        if (!('job' in answer)) return answer
        if (runs === maxRuns) throw new Error(t('The options of this list could not be read.'))
        await ended(answer.job, dropdownId, signal)
      }
    },
  }
}

/**
 * Dropdowns of the parameters of a query. null: the query is not stored yet, so each dropdown query is requested
 * directly. `ask` makes the calls: pages opened by an API key pass their own.
 */
export function dropdownsOfQuery(queryId: number | null, ask: typeof call = call): DropdownSource {
  return dropdownSource({
    key: String(queryId),
    send: (dropdownId, body, signal) =>
      queryId === null
        ? ask(searchDropdown, { params: { id: dropdownId }, body, signal })
        : ask(searchParameterDropdown, { params: { id: queryId, dropdown_id: dropdownId }, body, signal }),
    poll: (id, dropdownId, query, signal) =>
      ask(getQueryJob, { params: { query_id: queryId ?? dropdownId, id }, query, signal }),
  })
}

function failureOf(job: Job): string {
  return typeof job.error === 'string' && job.error !== '' ? job.error : t('The options could not be loaded.')
}
