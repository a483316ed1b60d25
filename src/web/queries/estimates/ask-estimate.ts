import { t } from '#shared/messages/translate.ts'
import { missingValuesMessage, type StoredParameter } from '#shared/parameters/detect-parameters.ts'
import { adHocValues } from '#shared/parameters/execution-values.ts'
import type { AutoLimitRows } from '#shared/queries/run-rules.ts'
import { jobStatus } from '#shared/results/job.ts'
import { readJobError } from '#shared/results/read-job.ts'
import { estimateRun, type RunEstimate } from '#shared/results/run-estimate-api.ts'
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

/** Asks the server what a text would read, with the values of its parameters. Rejects if the request fails. */
export async function askEstimate(
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
