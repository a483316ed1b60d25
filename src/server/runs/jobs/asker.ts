import type { Actor } from '#shared/permissions/can.ts'

/** The asker of scheduled runs. */
export const scheduleAsker = 'schedule'

/**
 * Identity of a caller for the queue (sharing of runs, limit of 200, turns): the user, or one identity for all
 * callers with the same key or token.
 */
export function askerOf({ user_id, name }: Pick<Actor, 'user_id' | 'name'>): string {
  return user_id === null ? name : `user ${user_id}`
}

const innerPrefix = 'run '

/** The asker of the runs that a run of Query Results needs: that run itself. */
export function innerAsker(jobId: string): string {
  return innerPrefix + jobId
}

/** The run that needs a run with this asker; null: it was requested by a caller. */
export function outerJobId(asker: string): string | null {
  return asker.startsWith(innerPrefix) ? asker.slice(innerPrefix.length) : null
}
