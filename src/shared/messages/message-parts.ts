/**
 * A translated text cut at its placeholders, with what stands for them: for sentences that hold elements. A placeholder
 * without a value stays as it is.
 */
export function messageParts<T>(text: string, values: Readonly<Record<string, T>>): (string | T)[] {
  return text
    .split(/\{(\w+)\}/)
    .map((part, at) => {
      if (at % 2 === 0) return part
      return Object.hasOwn(values, part) ? (values[part] as T) : `{${part}}`
    })
    .filter((part) => part !== '')
}
