import { createThread } from '#server/kernel/index.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'

export interface FormatRequest {
  text: string
  syntax: string
}

/** The formatter says what it cannot read, in English; the other reasons are ours. */
export type Formatted<Reason = string> = { ok: true; text: string } | { ok: false; reason: Reason }

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
export async function formatInThread(
  text: string,
  syntax: string,
  asker: string,
): Promise<Formatted<string | Phrase>> {
  const outcome = await ask({ text, syntax }, asker)
  switch (outcome.kind) {
    case 'answer':
      return outcome.answer
    case 'many':
      return failed(phrase('Some of your texts are already being formatted. Please try again.'))
    case 'busy':
      return failed(phrase('Too many texts are being formatted. Please try again.'))
    case 'late':
      return failed(phrase('The text is too long or too deeply nested to be formatted.'))
  }
}

function failed(reason: Phrase): Formatted<Phrase> {
  return { ok: false, reason }
}
