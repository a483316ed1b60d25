import { rowsIn } from '../../redash/api/download.ts'
import { objectOf, textOf } from '../../redash/fields.ts'
import type { Row } from '../../redash/redash-store.ts'

/** A question that is a text of SQL. */
export interface NativeQuery {
  database: string
  text: string
  parameters: object[]
  /** what the text uses that has no counterpart here */
  foreign: string[]
}

/** The SQL of a question; null: it was built without SQL, or reads another question. */
export function readNativeQuery(query: Row, snippets: ReadonlyMap<string, string>): NativeQuery | null {
  const stages = rowsIn(query['stages'])
  const [stage] = stages
  const native = objectOf(query, 'native')
  const raw =
    native === null
      ? stages.length === 1 && stage !== undefined
        ? textOf(stage, 'native')
        : ''
      : textOf(native, 'query')
  if (raw === '') return null
  const tags = tagsOf((native ?? stage)?.['template-tags'])
  const text = withSnippets(raw, snippets)
  return {
    database: textOf(query, 'database', 255),
    text,
    parameters: tags.flatMap((tag) => parameterOf(tag) ?? []),
    foreign: foreignIn(text, tags),
  }
}

/** A list, or by name in older exports. */
const tagsOf = (value: unknown): Row[] =>
  Array.isArray(value) ? rowsIn(value) : rowsIn(Object.values((value ?? {}) as object))

const types: Readonly<Record<string, string>> = { text: 'text', number: 'number', date: 'date' }

function parameterOf(tag: Row): object | null {
  const type = types[textOf(tag, 'type')]
  if (type === undefined) return null
  const name = textOf(tag, 'name', 255)
  const given = tag['default'] ?? null
  const value = type === 'text' ? String(given ?? '') : given
  return { name, title: textOf(tag, 'display-name', 255) || name, type, value, global: false, locals: [] }
}

/** `{{snippet: Name}}` becomes the text of the snippet. */
const withSnippets = (text: string, snippets: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\{\{\s*snippet:\s*([^{}]+?)\s*\}\}/g, (whole, name: string) => snippets.get(name) ?? whole)

function foreignIn(text: string, tags: readonly Row[]): string[] {
  const unknown = tags.filter((tag) => !(textOf(tag, 'type') in types) && textOf(tag, 'type') !== 'snippet')
  return [
    ...unknown.map((tag) => `{{${textOf(tag, 'name', 100)}}} (${textOf(tag, 'type', 50)})`),
    ...(/\[\[[\s\S]*?\]\]/.test(text) ? ['an optional part in [[ ]]'] : []),
    ...(/\{\{\s*snippet:/.test(text) ? ['a snippet that is not in the export'] : []),
  ]
}
