/** Channel on which every change of a job is told; the payload is its id. */
export const jobChangedChannel = 'job_changed'
/** Channel on which workers hear that a run shall end; the payload is the job's id. */
export const jobCancelChannel = 'job_cancel'
