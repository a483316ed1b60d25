const placeholder = /\{\{\s*([^\s{}]+?)\s*\}\}/g

/**
 * Replaces `{{ name }}` by the values of `data` (docs/reference/visualizations.md#templates). Unknown or undefined
 * names stay as written, `null` prints `null`. Nothing is escaped: the caller must check a text that it uses as an
 * address or as HTML.
 */
export function fillTemplate(template: unknown, data: Readonly<Record<string, unknown>>): string {
  if (typeof template !== 'string') return ''
  return template.replace(placeholder, (found, name: string) => {
    if (!Object.hasOwn(data, name)) return found
    const value = data[name]
    return value === undefined ? found : String(value)
  })
}
