const placeholder = /\{\{\s*([^\s{}]+?)\s*\}\}/g

/**
 * Puts the values of `data` in place of `{{ name }}` (docs/reference/visualizations.md#templates). Unknown or undefined
 * names stay as written, `null` prints `null`, nothing is escaped: whoever uses the text as an address or as HTML
 * checks it there.
 */
export function fillTemplate(template: unknown, data: Readonly<Record<string, unknown>>): string {
  if (typeof template !== 'string') return ''
  return template.replace(placeholder, (found, name: string) => {
    if (!Object.hasOwn(data, name)) return found
    const value = data[name]
    return value === undefined ? found : String(value)
  })
}
