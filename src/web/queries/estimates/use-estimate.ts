import { useCallback, useEffect, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { missingValuesMessage, type StoredParameter } from '#shared/parameters/detect-parameters.ts'
import { adHocValues } from '#shared/parameters/execution-values.ts'
import type { AutoLimitRows } from '#shared/queries/run-rules.ts'
import { jobStatus } from '#shared/results/job.ts'
import { readJobError } from '#shared/results/read-job.ts'
import { estimateRun, type RunEstimate } from '#shared/results/run-estimate.ts'
import { call } from '#web/api/call.ts'
import { jobEnd } from '#web/api/job-end.ts'

export type EstimateAnswer =
  | { status: 'asked' }
  | { status: 'told'; estimate: RunEstimate }
  | { status: 'failed'; message: string }

export interface EstimateRequest {
  /** the whole text of the editor: the answer is about it, and worthless when it has changed */
  wholeText: string
  text: string
  dataSourceId: number
  parameters: readonly StoredParameter[]
  limit: AutoLimitRows | null
}

/** What the editor shows now. */
interface Shown {
  text: string
  dataSourceId: number | null
}

/** Asks what a text would read; the answer is shown until it is closed or its text changes. */
export function useEstimate({ text, dataSourceId }: Shown, timeZone: string) {
  const [shown, setShown] = useState<{ of: EstimateRequest; answer: EstimateAnswer } | null>(null)
  const asking = useRef<AbortController | null>(null)
  const ask = useCallback(
    (of: EstimateRequest) => {
      asking.current?.abort()
      const controller = new AbortController()
      asking.current = controller
      setShown({ of, answer: { status: 'asked' } })
      askServer(of, timeZone, controller.signal).then(
        (answer) => {
          if (!controller.signal.aborted) setShown({ of, answer })
        },
        (error: unknown) => {
          const message = error instanceof Error ? error.message : String(error)
          if (!controller.signal.aborted) setShown({ of, answer: { status: 'failed', message } })
        },
      )
    },
    [timeZone],
  )
  useEffect(() => () => asking.current?.abort(), [])
  const close = useCallback(() => {
    asking.current?.abort()
    setShown(null)
  }, [])
  const isCurrent = shown !== null && shown.of.wholeText === text && shown.of.dataSourceId === dataSourceId
  return { answer: isCurrent ? shown.answer : null, ask, close }
}

async function askServer(
  { text, dataSourceId, parameters, limit }: EstimateRequest,
  zone: string,
  signal: AbortSignal,
): Promise<EstimateAnswer> {
  const missing = missingValuesMessage(parameters)
  if (missing !== null) return { status: 'failed', message: missing }
  const { job } = await call(estimateRun, {
    body: {
      ...{ query: text, data_source_id: dataSourceId },
      parameters: adHocValues(parameters, new Date(), zone),
      ...{ apply_auto_limit: limit !== null, ...(limit !== null && { auto_limit_rows: limit }) },
    },
    signal,
  })
  const ended = await jobEnd(job, signal)
  if (ended.status === jobStatus.failed) return { status: 'failed', message: readJobError(ended) }
  if (ended.result === null) return { status: 'failed', message: t('The data source told nothing.') }
  return { status: 'told', estimate: ended.result as RunEstimate }
}
