import type { StoredParameter } from './stored-parameters.ts'
import { readTemplateTokens } from './template-tokens.ts'

export { missingValuesMessage, parameterLabel } from './missing-values.ts'
export { parameterValues, readStoredParameters, type StoredParameter } from './stored-parameters.ts'

/**
 * Names of the placeholders in a text: `{{ x }}`, `{{{ x }}}`, `{{& x }}`, also inside sections; of a dotted name the
 * part before the dot (docs/reference/stored-parameters.md#detection). null if the text cannot be parsed.
 */
export function detectParameterNames(text: string, { inverted = false } = {}): string[] | null {
  const paths = placeholderPaths(text, inverted)
  return paths && [...new Set(paths.map(nameOfPath))]
}

/** The placeholders as written: `x`, `x.start`. */
function placeholderPaths(text: string, inverted: boolean): string[] | null {
  if (!text.includes('{{')) return []
  try {
    const paths: string[] = []
    collect(readTemplateTokens(text), paths, inverted)
    return paths
  } catch {
    return null
  }
}

function nameOfPath(path: string): string {
  return path.split('.')[0] || path
}

function collect(spans: readonly unknown[], paths: string[], inverted: boolean): void {
  for (const span of spans) {
    if (!Array.isArray(span)) continue
    const [kind, value, , , children] = span as [string, unknown, unknown, unknown, unknown]
    if ((kind === 'name' || kind === '&') && typeof value === 'string') paths.push(value)
    else if ((kind === '#' || (kind === '^' && inverted)) && Array.isArray(children)) {
      collect(children, paths, inverted)
    }
  }
}

/**
 * Keeps the stored parameters whose names are in the text, drops the others, and adds new ones: as text, or as a date
 * range if the text uses only their `start` and `end`.
 */
export function parametersOfText(text: string, stored: readonly StoredParameter[]): StoredParameter[] {
  const paths = placeholderPaths(text, false)
  if (paths === null) return [...stored]
  /** name -> whether only its `start` and `end` are used */
  const ranges = new Map<string, boolean>()
  for (const path of paths) {
    const name = nameOfPath(path)
    ranges.set(name, (ranges.get(name) ?? true) && /^[^.]+\.(start|end)$/.test(path))
  }
  const known = stored.filter((parameter) => ranges.has(parameter.name))
  const knownNames = new Set(known.map(({ name }) => name))
  const added = [...ranges]
    .filter(([name]) => !knownNames.has(name))
    .map(([name, isRange]) => ({
      name,
      title: name,
      type: isRange ? 'date-range' : 'text',
      value: null,
      global: false,
    }))
  return [...known, ...added]
}
