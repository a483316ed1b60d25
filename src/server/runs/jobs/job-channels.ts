/** Channel that announces every change of a job; the payload is its id. */
export const jobChangedChannel = 'job_changed'
/** Channel that asks workers to end a run; the payload is the job's id. */
export const jobCancelChannel = 'job_cancel'
