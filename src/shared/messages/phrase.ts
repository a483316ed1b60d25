const mark = Symbol('phrase')

/**
 * A text that is translated later: an error is thrown in English, for logs and the audit log, and translated when its
 * reply is written. As a string it is English.
 */
export interface Phrase {
  readonly [mark]: true
  readonly text: string
  readonly values: PhraseValues
  toString(): string
  toJSON(): string
}

type PhraseValues = Readonly<Record<string, string | number | Phrase>>

/** Like `t`, to be translated later. `{name}` in the text stands for `values.name`, which may be a phrase itself. */
export function phrase(text: string, values: PhraseValues = {}): Phrase {
  const english = () =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : whole,
    )
  return { [mark]: true, text, values, toString: english, toJSON: english }
}

/**
 * A phrase whose text is not literally in a call, but in a list that the catalogue of messages reads: titles of options,
 * names of choices (test/house-rules/messages-in-code.ts).
 */
export const listedPhrase = (text: string, values?: PhraseValues): Phrase => phrase(text, values)

export function isPhrase(value: unknown): value is Phrase {
  return typeof value === 'object' && value !== null && mark in value
}

interface PackedPhrase {
  phrase: string
  values: Record<string, unknown>
}

/** A phrase as data for another thread of the server; other values stay as they are. */
export function packPhrase(value: unknown): unknown {
  if (!isPhrase(value)) return value
  const values = Object.entries(value.values).map(([name, one]) => [name, packPhrase(one)])
  return { phrase: value.text, values: Object.fromEntries(values) } satisfies PackedPhrase
}

/** Only for what another thread has packed: in data of a request, anyone could write such an object. */
export function unpackPhrase(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('phrase' in value) || !('values' in value))
    return value
  const packed = value as PackedPhrase
  const values = Object.entries(packed.values).map(([name, one]) => [name, unpackPhrase(one)])
  return listedPhrase(packed.phrase, Object.fromEntries(values))
}
