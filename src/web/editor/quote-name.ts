import type { SqlStyle } from '#shared/data-sources/data-sources-api.ts'

/** How a data source quotes names. */
export type NameStyle = Pick<SqlStyle, 'quote' | 'folds_case'>

/** Reserved words, which need quotes as names in the supported dialects. */
const reserved = new Set(
  (
    'all alter analyse analyze and any array as asc asymmetric between both by case cast check collate column constraint ' +
    'create cross current_catalog current_date current_role current_time current_timestamp current_user default ' +
    'deferrable delete desc distinct do drop else end escape except exists false fetch for foreign from full grant group ' +
    'having if in index inner insert intersect into is isnull join key lateral leading left like limit localtime ' +
    'localtimestamp match natural not notnull null offset on only or order outer over overlaps partition placing primary ' +
    'qualify range references returning right row rows select session_user set similar some symmetric table tablesample ' +
    'then to trailing true union unique unpivot pivot update user using values variadic view when where window with'
  ).split(' '),
)

/** Reserved in MySQL too. */
const reservedInMysql = new Set(
  (
    'change condition convert cube cume_dist database databases dense_rank describe div each empty explain first_value ' +
    'float force function generated get grouping groups ignore int interval keys kill lag last_value lead lines load ' +
    'lock long mod ntile of option procedure rank read recursive regexp release rename repeat replace require restrict ' +
    'revoke rlike row_number schema separator show signal sql ssl starting system trigger unlock unsigned usage use ' +
    'varying while write xor'
  ).split(' '),
)

/** `schema.table` or `column`, each part quoted if the dialect requires it. */
export function quoteName(name: string, style: NameStyle): string {
  const parts = name.match(/"(?:[^"]|"")*"|[^.]+/g) ?? []
  // a part that a connector has quoted, because it holds a dot
  return parts.map((part) => (/^".*"$/.test(part) ? part : quotePart(part, style))).join('.')
}

/** A single name that may itself contain dots, such as a column. */
export function quotePart(part: string, style: NameStyle): string {
  const isPlain = style.folds_case ? /^[a-z_][a-z0-9_]*$/.test(part) : /^[A-Za-z_][A-Za-z0-9_]*$/.test(part)
  const lower = part.toLowerCase()
  const isReserved = reserved.has(lower) || (style.quote === '`' && reservedInMysql.has(lower))
  if (isPlain && !isReserved) return part
  const end = style.quote === '[' ? ']' : style.quote
  return style.quote + part.replaceAll(end, end + end) + end
}
