import { createThread } from '#server/kernel/index.ts'
import { refuse, unpackedDetails } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import type { PreparedRun, Template } from './prepare-run.ts'
import { isQuick, type TextOutcome, type TextTask, workOnText } from './text-work.ts'

/** A dashboard and a few tabs need no more: they prepare one text after the other. */
export const maxWaitingOfAsker = 10

const ask = createThread<TextTask, TextOutcome>({
  module: new URL('./text-thread.ts', import.meta.url),
  maxMilliseconds: 30_000,
  maxWaiting: 50,
  maxWaitingOfOne: maxWaitingOfAsker,
  memoryMb: 512,
})

/**
 * Inserts values, normalizes, limits and hashes the text, see `prepareRunNow`. Throws request.invalid for a text that
 * takes too long, server.busy and execution.too_many_preparing. `asker`: whom the work is for (jobs/asker.ts); askers take turns.
 */
export async function prepareRun(
  sourceType: string,
  { template, values, definitions, limit }: Template,
  asker: string,
): Promise<{ run: PreparedRun; free: readonly string[] }> {
  return await work({ kind: 'run', sourceType, template: { template, values, definitions, limit } }, asker)
}

/** `isSafeQuery` for a data source of this type; null: for none. Throws server.busy and execution.too_many_preparing. */
export async function isSafeText(
  text: string,
  options: Readonly<Record<string, unknown>>,
  sourceType: string | null,
  asker: string,
): Promise<boolean> {
  return (await work({ kind: 'safety', sourceType, text, options }, asker)).isSafe
}

/** The hash of the run that a text with these values would be. Throws as `prepareRun` does. */
export async function hashOfText(
  task: Omit<Extract<TextTask, { kind: 'hash' }>, 'kind'>,
  asker: string,
): Promise<string> {
  return (await work({ kind: 'hash', ...task }, asker)).hash
}

type OutcomeOf<K> = Extract<TextOutcome, { kind: K }>

/**
 * Works on short texts at once, and on long ones in a thread, one after the other, in which askers take turns: seconds of work would hold up all
 * other requests (docs/reference/promises.md#s19).
 */
async function work<K extends TextTask['kind']>(
  task: TextTask & { kind: K },
  asker: string,
): Promise<OutcomeOf<K>> {
  const outcome = isQuick(task) ? workOnText(task) : await workInThread(task, asker)
  if (outcome.kind === 'refused') throw refuse(outcome.code, outcome.details)
  if (outcome.kind !== task.kind) throw new Error('The thread has answered something else.')
  return outcome as OutcomeOf<K>
}

async function workInThread(task: TextTask, asker: string): Promise<TextOutcome> {
  const answered = await ask(task, asker)
  if (answered.kind === 'answer') {
    const outcome = answered.answer
    return outcome.kind === 'refused' ? { ...outcome, details: unpackedDetails(outcome.details) } : outcome
  }
  if (answered.kind === 'many') throw refuse('execution.too_many_preparing', { count: maxWaitingOfAsker })
  if (answered.kind === 'busy') throw refuse('server.busy')
  // in doubt it is unsafe
  if (task.kind === 'safety') return { kind: 'safety', isSafe: false }
  const reason = phrase('query: preparing this text takes too long. Please shorten it or its values.')
  throw refuse('request.invalid', { field: 'query', reason })
}
