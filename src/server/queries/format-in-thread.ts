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
 * Formats in a thread of its own, one text after the other: a long text takes seconds, in which the web process would
 * answer nobody (docs/reference/promises.md#s19). What takes longer than three seconds is refused.
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
