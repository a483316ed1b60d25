import type { Actor } from '#shared/permissions/can.ts'

/** The asker of runs that the clock of schedules starts. */
export const scheduleAsker = 'schedule'

/** As whom a caller waits, is limited and takes turns: a person, or all bearers of one key or token together. */
export function askerOf({ user_id, name }: Pick<Actor, 'user_id' | 'name'>): string {
  return user_id === null ? name : `user ${user_id}`
}
