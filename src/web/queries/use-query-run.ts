import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import {
  missingValuesMessage,
  parameterValues,
  type StoredParameter,
} from '#shared/parameters/detect-parameters.ts'
import { adHocValues } from '#shared/parameters/execution-values.ts'
import { type AutoLimitRows, autoLimitOf, isCutByLimit } from '#shared/queries/run-rules.ts'
import { hasNoResult, isRunning, type TextPlace } from '#shared/results/execution-step.ts'
import { executeQuery, executeText } from '#shared/results/results-api.ts'
import { call } from '#web/api/call.ts'
import { dropdownsOfQuery } from '#web/parameters/dropdown-source.ts'
import { readLists } from '#web/parameters/read-lists.ts'
import type { Parameters } from '#web/parameters/use-parameters.ts'
import { notifyDesktop } from '#web/results/desktop-notification.ts'
import { forgetJob, type QueryKey, recallJob, rememberJob } from '#web/results/running-jobs.ts'
import { type Execution, useExecution } from '#web/results/use-execution.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import type { EditableQuery } from './editable-query.ts'
import { takeHandedOverResult } from './shown-result.ts'

export interface RunRequest {
  /** the text to run; null: the saved text of the stored query */
  text: string | null
  /** start of the text in the editor */
  offset: number
  parameters: readonly StoredParameter[]
  /** 0 always runs; -1 accepts any stored result */
  maxAge: number
  /** the page requests it on opening, not the user */
  isInitialLoad?: boolean
  /** once without the automatic limit */
  isUnlimited?: boolean
}

export interface QueryRun {
  execution: Execution
  isExecuting: boolean
  run(request: RunRequest): void
  /** the automatic limit that has cut the shown result, in rows; null: none has */
  cutAt: number | null
  /** place of the error, with the text that it refers to */
  errorIn: { place: TextPlace; text: string | null; offset: number } | null
}

/** Runs the query of a page, remembers its job, and announces the end of later runs on the desktop. */
export function useQueryRun(query: EditableQuery): QueryRun {
  const execution = useExecution()
  const { state } = execution
  const key: QueryKey = query.id ?? 'new'
  const sent = useRef<Sent>({ text: null, offset: 0 })
  const { timeZone } = useClientConfig()
  const latest = useRef({ query, execution, timeZone })
  latest.current = { query, execution, timeZone }
  const [isInitialLoad, setIsInitialLoad] = useState(true)

  const run = useCallback((request: RunRequest) => {
    const { query: current, execution: machine, timeZone: zoneNow } = latest.current
    const missing = missingValuesMessage(request.parameters)
    if (missing !== null) {
      machine.refuse(missing)
    } else {
      sent.current = {
        ...{ text: request.text, offset: request.offset },
        limit: request.isUnlimited ? null : autoLimitOf(current.options),
      }
      machine.execute((signal) => send(current, request, zoneNow, signal))
    }
    if (request.isInitialLoad !== true) setIsInitialLoad(false)
  }, [])

  useEffect(() => {
    const remembered = recallJob(key)
    if (remembered === null) return
    sent.current = { text: remembered.text, offset: remembered.offset }
    setIsInitialLoad(false)
    latest.current.execution.resume(remembered.jobId, remembered.startedAt)
  }, [key])

  useEffect(() => {
    if (state.jobId !== null && isRunning(state)) {
      const { text, offset } = sent.current
      rememberJob(key, { jobId: state.jobId, startedAt: state.startedAt ?? Date.now(), text, offset })
    } else if (state.phase === 'done' || state.phase === 'left' || hasNoResult(state)) forgetJob(key)
  }, [key, state])

  const { phase, error } = state
  useEffect(() => {
    if (isInitialLoad) return
    const { name } = latest.current.query
    if (phase === 'done') notifyDesktop(t('{name} updated.', { name }))
    if (phase === 'failed') notifyDesktop(t('{name} failed to run: {error}', { name, error: error ?? '' }))
  }, [phase, error, isInitialLoad])

  const errorIn = useMemo(
    () =>
      state.phase === 'failed' && state.errorPlace ? { place: state.errorPlace, ...sent.current } : null,
    [state.phase, state.errorPlace],
  )
  const { result } = execution
  const cutAt = useMemo(() => {
    if (result?.sentText === undefined) return null
    const { text, limit } = sent.current
    const { options, query: saved } = latest.current.query
    const rows = limit === undefined ? autoLimitOf(options) : limit
    return isCutByLimit(result.rowCount, rows, result.sentText, text ?? saved) ? rows : null
  }, [result])
  return { execution, isExecuting: isRunning(state), run, cutAt, errorIn }
}

/** What was sent last. */
interface Sent {
  text: string | null
  offset: number
  /** its automatic limit, if this page has sent it */
  limit?: AutoLimitRows | null
}

function limitOf({ options }: EditableQuery, { isUnlimited }: RunRequest) {
  const rows = isUnlimited ? null : autoLimitOf(options)
  return { apply_auto_limit: rows !== null, ...(rows !== null && { auto_limit_rows: rows }) }
}

/** A stored query runs by its id, any other text directly. */
async function send(query: EditableQuery, request: RunRequest, zone: string, signal: AbortSignal) {
  const common = {
    ...limitOf(query, request),
    max_age: request.maxAge,
    keep_in_history: request.isInitialLoad !== true,
    // for a stored result, only its id is used
    large: 'head',
  } as const
  if (request.text === null && query.id !== null) {
    await readLists(dropdownsOfQuery(query.id), request.parameters, signal)
    return call(executeQuery, {
      params: { id: query.id },
      body: { ...common, parameters: parameterValues(request.parameters) },
      signal,
    })
  }
  return call(executeText, {
    body: {
      ...common,
      parameters: adHocValues(request.parameters, new Date(), zone),
      query: request.text ?? query.query,
      data_source_id: query.data_source_id,
      ...(query.id === null ? {} : { query_id: query.id }),
    },
    signal,
  })
}

/**
 * On first load, a query shows its stored result, or runs if it has parameters (and reports missing values). The
 * address may require a newer result with `maxAge` (seconds, default -1: any age).
 */
export function useInitialResult(query: EditableQuery, run: QueryRun, parameters: Parameters): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    const handedOver = takeHandedOverResult(query.id)
    if (recallJob(query.id ?? 'new') !== null) return
    if (query.id === null) {
      // a text from the history comes with its result
      if (query.latest_query_data_id !== null) run.execution.open(query.latest_query_data_id)
      return
    }
    if (handedOver !== null) {
      // of all rows, of other values or of part of the text: what was looked at stays
      run.execution.open(handedOver)
      return
    }
    const maxAge = maxAgeOf(window.location.search)
    const hasParameters = parameters.all.length > 0
    if (query.latest_query_data_id !== null && !hasParameters && maxAge === -1) {
      run.execution.open(query.latest_query_data_id)
    } else if (query.latest_query_data_id !== null || hasParameters) {
      run.run({ text: null, offset: 0, parameters: parameters.all, maxAge, isInitialLoad: true })
    }
  }, [query, run, parameters])
}

function maxAgeOf(search: string): number {
  const text = new URLSearchParams(search).get('maxAge')
  return text !== null && /^(-1|\d{1,9})$/.test(text) ? Number(text) : -1
}
