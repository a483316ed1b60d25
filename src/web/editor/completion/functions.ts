/** A function of a dialect, as the list shows it. */
export interface SqlFunction {
  name: string
  /** `(unit, time)`; empty for those that are written without brackets */
  signature: string
  help: string
}

/** Each list is a file of its own, loaded with the first word that is completed. */
const lists: Readonly<Record<string, () => Promise<{ functions: string }>>> = {
  postgresql: () => import('./functions/postgresql.ts'),
  duckdb: () => import('./functions/duckdb.ts'),
  mysql: () => import('./functions/mysql.ts'),
  sqlite: () => import('./functions/sqlite.ts'),
}

/** Of every dialect. */
const everywhere = `
count(*) Number of rows; with a value, of those where it is not null
sum(number) Sum of the numbers that are not null
avg(number) Mean of the numbers that are not null
min(value) Smallest value
max(value) Largest value
coalesce(value, …) First of the values that is not null
nullif(value, other) Null if both are equal, else the first
round(number, digits) Rounded to this many digits after the point
abs(number) Without its sign
lower(text) In small letters
upper(text) In capital letters
trim(text) Without blanks at both ends
ltrim(text) Without blanks at its start
rtrim(text) Without blanks at its end
replace(text, from, to) Every occurrence of one text replaced by another
row_number() Number of the row in its window, from 1
rank() Rank in the window; equal rows share one, and leave gaps
dense_rank() Rank in the window without gaps
percent_rank() Rank in the window as a share from 0 to 1
cume_dist() Share of the window's rows up to this one
ntile(buckets) Which of so many equal parts of the window the row is in
lag(value, rows, default) The value of an earlier row of the window
lead(value, rows, default) The value of a later row of the window
first_value(value) The value of the first row of the frame
last_value(value) The value of the last row of the frame
nth_value(value, n) The value of the frame's row n
sqrt(number) Square root
exp(number) The constant e to the power of the number
floor(number) Largest whole number that is not greater
ceil(number) Smallest whole number that is not smaller
`

const known = new Map<string, Promise<readonly SqlFunction[]>>()

export function functionsOf(dialect: string): Promise<readonly SqlFunction[]> {
  const found = known.get(dialect) ?? read(dialect)
  known.set(dialect, found)
  return found
}

/** Offline, the shared ones must do; the next word tries again. */
async function read(dialect: string): Promise<readonly SqlFunction[]> {
  const list = lists[dialect]
  if (list === undefined) return parseFunctions(everywhere)
  try {
    return parseFunctions(everywhere + (await list()).functions)
  } catch {
    known.delete(dialect)
    return parseFunctions(everywhere)
  }
}

/** One function a line: its name, its arguments in brackets, what it gives. A later line replaces an earlier one. */
export function parseFunctions(list: string): SqlFunction[] {
  const byName = new Map<string, SqlFunction>()
  for (const line of list.split('\n')) {
    const match = /^(\w+)(\((?:[^()]|\([^()]*\))*\))? (.+)$/.exec(line)
    if (!match) continue
    const [, name = '', signature = '', help = ''] = match
    byName.set(name, { name, signature, help })
  }
  return [...byName.values()]
}

const inFrom =
  /^(?:generate_|unnest|read_|json_each|json_tree|json_table|jsonb?_(?:each|array_e|to_rec|object_k)|regexp_split_to_table|string_split$|glob|range$|flatten|table$|numbers|remote|file$|url$|s3$|openjson|parquet_|sniff_csv|pragma_|duckdb_)/i

/** Whether a function can stand in FROM. */
export function givesRows({ name }: SqlFunction): boolean {
  return inFrom.test(name)
}
