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
/** Shorter aliases are abbreviations: `n`, `m1`. */
const minAliasLength = 3

/**
 * A name for a query that has none, from its main table, its first aggregate and what it groups by: `Flights by origin`,
 * or `Revenue by month` where the columns have such names. Empty for a text that says none of these.
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
  const columns = selectedColumns(sql)
  const group = groupOf(sql, columns)
  const subject = subjectOf(sql, columns, table)
  const found = group === '' ? subject : t('{subject} by {group}', { subject, group })
  return (found.charAt(0).toLocaleUpperCase() + found.slice(1)).slice(0, longest)
}

interface SelectedColumn {
  /** its alias, or its name if it is a column; empty if it has neither */
  name: string
  isAggregate: boolean
}

/** What the outermost query selects: nothing within brackets. */
function selectedColumns(sql: string): SelectedColumn[] {
  const outer = withoutBrackets(sql)
  const list = /\bselect\s+(?:distinct\s+)?([\s\S]*?)\bfrom\b/i.exec(outer)?.[1] ?? ''
  return list.split(',').map((item) => {
    const alias = new RegExp(String.raw`\bas\s+${name}\s*$`, 'i').exec(item)?.[1]
    const column = new RegExp(String.raw`^\s*${name}\s*$`).exec(item)?.[1]
    return { name: words(alias ?? column), isAggregate: /\b(?:sum|avg|min|max|count)\s*\(\)/i.test(item) }
  })
}

function withoutBrackets(sql: string): string {
  let depth = 0
  let outer = ''
  for (const sign of sql) {
    if (sign === ')') depth = Math.max(0, depth - 1)
    if (depth === 0) outer += sign
    if (sign === '(') depth++
  }
  return outer
}

/** `group by 1` means the first selected column. */
function groupOf(sql: string, columns: readonly SelectedColumn[]): string {
  const group = words(grouped.exec(sql)?.[1])
  return /^\d+$/.test(group) ? (columns[Number(group) - 1]?.name ?? '') : group
}

function subjectOf(sql: string, columns: readonly SelectedColumn[], table: string): string {
  const named = columns.find((one) => one.isAggregate && one.name.length >= minAliasLength)
  if (named !== undefined) return named.name
  const [, kind = '', measured] = aggregate.exec(sql) ?? []
  return measured === undefined ? table : measure(kind, words(measured), table)
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
