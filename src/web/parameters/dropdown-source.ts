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
  /** whether the list has been read for these values of the page, or does not depend on them */
  isRead?(dropdownId: number, parameters: DropdownRequest['parameters']): boolean
}

/** options per page; scrolling the list loads more */
export const pageLength = 100

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
  const read = async (dropdownId: number, request: DropdownRequest, signal: AbortSignal) => {
    for (let runs = 0; ; runs++) {
      const answer = await send(dropdownId, request, signal)
      if (!('job' in answer)) return answer
      if (runs === maxRuns) throw new Error(t('The options of this list could not be read.'))
      await ended(answer.job, dropdownId, signal)
    }
  }
  return {
    key,
    async search(dropdownId, request, signal) {
      const list = `${key} ${dropdownId}`
      const page = await share(`${list} ${keyOf(request)}`, signal, (shared) =>
        read(dropdownId, request, shared),
      )
      const { answered } = lists.get(list) ?? { answered: new Set<string>() }
      answered.add(valuesOf(request.parameters, page.depends_on))
      lists.set(list, { dependsOn: page.depends_on, answered })
      return page
    },
    isRead(dropdownId, parameters) {
      const list = lists.get(`${key} ${dropdownId}`)
      return list !== undefined && list.answered.has(valuesOf(parameters, list.dependsOn))
    },
  }
}

/** What each list depends on, and the values for which this page has read it. */
const lists = new Map<string, { dependsOn: readonly string[]; answered: Set<string> }>()

/** The chosen values of these parameters; null: of all. */
function valuesOf(given: DropdownRequest['parameters'], names: readonly string[] | null): string {
  const values = Object.entries(given ?? {}).filter(
    ([name, value]) => value !== null && value !== undefined && (names === null || names.includes(name)),
  )
  return JSON.stringify(values.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function keyOf({ parameters, ...rest }: DropdownRequest): string {
  return `${valuesOf(parameters, null)} ${JSON.stringify(Object.entries(rest).toSorted())}`
}

interface SharedRead {
  page: Promise<DropdownPage>
  abort: AbortController
  waiting: number
}

const reads = new Map<string, SharedRead>()
/** milliseconds for which the same request gets the same answer: a control and a run need it at about the same time */
const shareTime = 10_000

/** Sends a request once, if several parts of the page make it. Ends it when nobody waits any more. */
async function share(
  key: string,
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<DropdownPage>,
): Promise<DropdownPage> {
  signal.throwIfAborted()
  const known = reads.get(key)
  const work = known ?? begin(key, read)
  work.waiting++
  const left = Promise.withResolvers<never>()
  const leave = () => left.reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([work.page, left.promise])
  } finally {
    signal.removeEventListener('abort', leave)
    if (--work.waiting === 0 && signal.aborted) {
      if (reads.get(key) === work) reads.delete(key)
      work.abort.abort(signal.reason)
    }
  }
}

function begin(key: string, read: (signal: AbortSignal) => Promise<DropdownPage>): SharedRead {
  const abort = new AbortController()
  const work: SharedRead = { page: read(abort.signal), abort, waiting: 0 }
  reads.set(key, work)
  const forget = () => {
    if (reads.get(key) === work) reads.delete(key)
  }
  work.page.then(() => setTimeout(forget, shareTime), forget)
  return work
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
