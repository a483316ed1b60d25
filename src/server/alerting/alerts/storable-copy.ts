import { storableText } from '#shared/format/storable-text.ts'

/** A copy whose texts can all be stored. */
export function storableCopy<T>(value: T): T {
  const json = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? storableText(part) : part,
  )
  return JSON.parse(json) as T
}
