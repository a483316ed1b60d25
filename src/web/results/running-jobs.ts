/**
 * Remembers in this tab which job runs for which query, so that the page finds it on return. `new` is a query that has
 * not been saved yet.
 */
export type QueryKey = number | 'new'

export interface RememberedJob {
  jobId: string
  startedAt: number
  /** the running text, to locate an error; null: the saved text */
  text: string | null
  /** start of a run selection in the editor's text */
  offset: number
}

const prefix = 'localOptions:runningJob:'

export function rememberJob(key: QueryKey, job: RememberedJob): void {
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(job))
  } catch {
    // without storage, the page only forgets the job
  }
}

export function forgetJob(key: QueryKey): void {
  sessionStorage.removeItem(prefix + key)
}

export function recallJob(key: QueryKey): RememberedJob | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null') as Partial<RememberedJob> | null
    if (typeof stored?.jobId !== 'string' || typeof stored.startedAt !== 'number') return null
    return {
      jobId: stored.jobId,
      startedAt: stored.startedAt,
      text: typeof stored.text === 'string' ? stored.text : null,
      offset: typeof stored.offset === 'number' ? stored.offset : 0,
    }
  } catch {
    return null
  }
}
