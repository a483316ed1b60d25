import type { SextantUnderBench } from './sextant-under-bench.ts'

interface JobReply {
  job: { id: string; status: number; error: unknown; query_result_id: number | null }
}

export interface Run {
  jobId: string
  resultId: number
}

/** Executes text through the API, polls as the web does, and returns when the result is stored. */
export async function execute(sextant: SextantUnderBench, query: string): Promise<Run> {
  const asked = await sextant.request('/api/query_results', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, data_source_id: sextant.dataSourceId, max_age: 0 }),
  })
  let { job } = (await asked.json()) as JobReply
  while (job.status < 3) {
    const reply = await sextant.request(`/api/jobs/${job.id}?wait=30&since=${job.status}`)
    job = ((await reply.json()) as JobReply).job
  }
  if (job.status !== 3 || job.query_result_id === null)
    throw new Error(`the run failed: ${JSON.stringify(job.error)}`)
  return { jobId: job.id, resultId: job.query_result_id }
}
