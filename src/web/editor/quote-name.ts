import type { SqlStyle } from '#shared/data-sources/data-sources-api.ts'

/** How a data source quotes names. */
export type NameStyle = Pick<SqlStyle, 'quote' | 'folds_case'>

/** Reserved words, which need quotes as names in the supported dialects. */
const reserved = new Set(
  (
    'all alter and any as asc between by case cast check column constraint create cross current_date ' +
    'current_time current_timestamp current_user default delete desc distinct drop else end except exists false ' +
    'fetch for foreign from full grant group having in index inner insert intersect into is join key left like ' +
    'limit natural not null offset on only or order outer primary range references right row rows select ' +
    'session_user set some table then to true union unique update user using values view when where window with'
  ).split(' '),
)

/** `schema.table` or `column`, each part quoted if the dialect requires it. */
export function quoteName(name: string, style: NameStyle): string {
  return name
    .split('.')
    .map((part) => quotePart(part, style))
    .join('.')
}

/** A single name that may itself contain dots, such as a column. */
export function quotePart(part: string, style: NameStyle): string {
  const isPlain = style.folds_case ? /^[a-z_][a-z0-9_]*$/.test(part) : /^[A-Za-z_][A-Za-z0-9_]*$/.test(part)
  if (isPlain && !reserved.has(part.toLowerCase())) return part
  const end = style.quote === '[' ? ']' : style.quote
  return style.quote + part.replaceAll(end, end + end) + end
}
