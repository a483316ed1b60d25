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
  memoryMb: 256,
})

/**
 * Formats in a separate thread, one text at a time: a long text takes seconds, during which the web process could not
 * answer (docs/reference/promises.md#s19). Refuses a text that takes longer than three seconds.
 */
export async function formatInThread(text: string, syntax: string): Promise<Formatted> {
  const outcome = await ask({ text, syntax })
  switch (outcome.kind) {
    case 'answer':
      return outcome.answer
    case 'busy':
      return { ok: false, reason: 'Too many texts are being formatted. Please try again.' }
    case 'late':
      return { ok: false, reason: 'The text is too long or too deeply nested to be formatted.' }
  }
}
