import { createThread } from '#server/kernel/index.ts'

export interface FormatRequest {
  text: string
  syntax: string
}

export type Formatted = { ok: true; text: string } | { ok: false; reason: string }

const ask = createThread<FormatRequest, Formatted>({
  module: new URL('./format-thread.ts', import.meta.url),
  maxMilliseconds: 3000,
  maxWaiting: 19,
  maxWaitingOfOne: 4,
  memoryMb: 256,
})

/**
 * Formats in a separate thread, one text at a time, in which askers take turns: a long text takes seconds, during which the web process could not
 * answer (docs/reference/promises.md#s19). Refuses a text that takes longer than three seconds.
 */
export async function formatInThread(text: string, syntax: string, asker: string): Promise<Formatted> {
  const outcome = await ask({ text, syntax }, asker)
  switch (outcome.kind) {
    case 'answer':
      return outcome.answer
    case 'many':
      return { ok: false, reason: 'Some texts of yours are being formatted already. Please try again.' }
    case 'busy':
      return { ok: false, reason: 'Too many texts are being formatted. Please try again.' }
    case 'late':
      return { ok: false, reason: 'The text is too long or too deeply nested to be formatted.' }
  }
}
