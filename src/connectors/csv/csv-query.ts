import { QueryFailed } from '../connector-errors.ts'
import { plainText, readYamlObject } from '../http-document.ts'

/** Reader options of a query: the useful part of what Redash passes to its data-frame library. */
export interface CsvQuery {
  url: string
  userAgent: string | null
  separator: string
  quote: string
  encoding: string
  /** index of the header row after `skiprows`; null: the columns are called column_1, column_2, … or `names` */
  header: number | null
  skipRows: number
  maxRows: number | null
  names: string[] | null
  /** names or indexes (from 0) of the columns to keep */
  columns: (string | number)[] | null
  missing: ReadonlySet<string>
  /** columns that stay texts even if they look like numbers or dates */
  texts: ReadonlySet<string>
}

const knownMissing = ['', '#N/A', 'N/A', 'NA', '<NA>', 'NULL', 'null', 'NaN', 'nan', 'None', 'n/a']

/** Throws QueryFailed naming the wrong option. */
export async function readCsvQuery(text: string): Promise<CsvQuery> {
  const query = await readYamlObject(text)
  if (typeof query.url !== 'string' || query.url === '')
    throw new QueryFailed("Query must include 'url' option.")
  return {
    url: query.url,
    userAgent: typeof query['user-agent'] === 'string' ? query['user-agent'] : null,
    separator: readText(query, ['sep', 'delimiter'], ',', 'a separator'),
    quote: readQuote(query),
    encoding: readEncoding(query.encoding),
    header: query.header === null || query.header === 'none' ? null : readCount(query, 'header', 0),
    skipRows: readCount(query, 'skiprows', 0) ?? 0,
    maxRows: query.nrows === undefined || query.nrows === null ? null : readCount(query, 'nrows', 0),
    names: readTexts(query, 'names'),
    columns: readList(query, 'usecols')?.map(readColumn) ?? null,
    missing: new Set([...knownMissing, ...(readTexts(query, 'na_values') ?? [])]),
    texts: readTextColumns(query.dtype),
  }
}

function readText(query: Record<string, unknown>, keys: string[], fallback: string, what: string): string {
  const key = keys.find((name) => query[name] !== undefined && query[name] !== null)
  if (key === undefined) return fallback
  const value = query[key]
  if (typeof value !== 'string' || value === '') throw new QueryFailed(`'${key}' must be ${what}.`)
  return value === '\\t' ? '\t' : value
}

/** The parser fails on others, or takes other texts for quotes. */
function readQuote(query: Record<string, unknown>): string {
  const quote = readText(query, ['quotechar'], '"', 'one character')
  if ([...quote].length === 1) return quote
  throw new QueryFailed("'quotechar' must be one character.")
}

function readCount(query: Record<string, unknown>, key: string, fallback: number): number {
  const value = query[key] ?? fallback
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value
  throw new QueryFailed(`'${key}' must be a whole number from 0.`)
}

function readList(query: Record<string, unknown>, key: string): unknown[] | null {
  const value = query[key]
  if (value === undefined || value === null) return null
  return Array.isArray(value) ? value : [value]
}

function readTexts(query: Record<string, unknown>, key: string): string[] | null {
  return readList(query, key)?.map((value) => plainText(key, value)) ?? null
}

function readColumn(column: unknown): string | number {
  if (typeof column !== 'number') return plainText('usecols', column)
  if (Number.isInteger(column) && column >= 0) return column
  throw new QueryFailed("'usecols' must be names or whole numbers from 0.")
}

function readEncoding(value: unknown): string {
  const encoding = typeof value === 'string' ? value : 'utf-8'
  try {
    return new TextDecoder(encoding).encoding
  } catch {
    throw new QueryFailed(`'encoding' ${encoding} is not known.`)
  }
}

function readTextColumns(dtype: unknown): ReadonlySet<string> {
  if (typeof dtype !== 'object' || dtype === null) return new Set()
  const texts = Object.entries(dtype).filter(([name, type]) =>
    /^(str|string|object)$/.test(plainText(`dtype.${name}`, type)),
  )
  return new Set(texts.map(([name]) => name))
}
