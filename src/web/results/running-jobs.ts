/**
 * Remembers in this tab which job runs for which query, so that coming back to the page finds it.
 * `new` stands for the query that has not been saved yet.
 */
export type QueryKey = number | 'new'

export interface RememberedJob {
  jobId: string
  startedAt: number
  /** the text that runs, to place an error; null when it is the saved text */
  text: string | null
  /** where a run selection begins in the editor's text */
  offset: number
}

const prefix = 'localOptions:runningJob:'

export function rememberJob(key: QueryKey, job: RememberedJob): void {
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(job))
  } catch {
    // a full or forbidden storage only costs the way back
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
