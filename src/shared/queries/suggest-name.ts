import { t } from '../messages/translate.ts'

/** A name of a table or column, plain or quoted, with its qualifiers. */
const name = String.raw`((?:[\w$]+|"[^"]+"|\x60[^\x60]+\x60|\[[^\]]+\])(?:\s*\.\s*(?:[\w$]+|"[^"]+"|\x60[^\x60]+\x60|\[[^\]]+\]))*)`
const find = (before: string, flags = 'i') => new RegExp(String.raw`\b${before}\s+${name}`, flags)

const firstTable = find('(?:from|join)', 'gi')
const grouped = find(String.raw`group\s+by`)
const defined = new RegExp(
  String.raw`(?:\bwith(?:\s+recursive)?|,)\s+${name}\s*(?:\([^)]*\)\s*)?as\s*(?:materialized\s*)?\(`,
  'gi',
)
const aggregate = new RegExp(String.raw`\b(sum|avg|min|max)\s*\(\s*(?:distinct\s+)?${name}\s*\)`, 'i')

/** Longer ones are no help. */
const longest = 80

/**
 * A name for a query that has none, from its main table, its first aggregate and what it groups by: `Flights by origin`.
 * Empty for a text that says none of these.
 */
export function suggestName(text: string): string {
  const sql = text
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\{\{[^}]*\}\}/g, ' ')
  const own = new Set([...sql.matchAll(defined)].map(([, one]) => words(one)))
  const tables = [...sql.matchAll(firstTable)].map(([, one]) => words(one))
  const table = tables.find((one) => one !== '' && !own.has(one))
  if (table === undefined) return ''
  const group = words(grouped.exec(sql)?.[1])
  const [, kind = '', measured] = aggregate.exec(sql) ?? []
  const subject = measured === undefined ? table : measure(kind, words(measured), table)
  // `group by 1` names no column
  const isNamed = group !== '' && !/^\d+$/.test(group)
  const found = isNamed ? t('{subject} by {group}', { subject, group }) : subject
  return (found.charAt(0).toLocaleUpperCase() + found.slice(1)).slice(0, longest)
}

function measure(kind: string, column: string, table: string): string {
  switch (kind.toLowerCase()) {
    case 'sum':
      return t('total {column} of {table}', { column, table })
    case 'avg':
      return t('average {column} of {table}', { column, table })
    case 'min':
      return t('smallest {column} of {table}', { column, table })
    default:
      return t('largest {column} of {table}', { column, table })
  }
}

/** The last part of a qualified name, in words: `shop."order_lines"` is `order lines`. */
function words(qualified: string | undefined): string {
  const parts = (qualified ?? '').match(/"[^"]+"|`[^`]+`|\[[^\]]+\]|[\w$]+/g) ?? []
  return (parts.at(-1) ?? '')
    .replace(/["`[\]]/g, '')
    .replaceAll('_', ' ')
    .trim()
}
