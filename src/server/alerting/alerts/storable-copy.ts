import { storableText } from '#shared/format/storable-text.ts'

/** A copy in which every text can be stored. */
export function storableCopy<T>(value: T): T {
  const json = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? storableText(part) : part,
  )
  return JSON.parse(json) as T
}
