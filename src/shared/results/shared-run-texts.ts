import { plural, t } from '../messages/translate.ts'
import type { ExecutionState } from './execution-step.ts'

/** Text saying who else waits for the run; null if no one does. */
export function othersText({ shared }: ExecutionState): string | null {
  if (shared === null) return null
  if (shared.others === 0) return t('Its schedule waits for it too')
  return plural(shared.others, {
    one: '{count} other waits for it too',
    other: '{count} others wait for it too',
  })
}

/** After a cancel that did not end the run; null otherwise. */
export function leftText({ phase, shared }: ExecutionState): string | null {
  if (phase !== 'left' || shared === null) return null
  if (shared.others === 0) return t('You no longer wait for this run. It goes on for its schedule.')
  return plural(shared.others, {
    one: 'You no longer wait for this run. It goes on for {count} other.',
    other: 'You no longer wait for this run. It goes on for {count} others.',
  })
}
