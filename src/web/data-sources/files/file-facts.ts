import type { FileFormat } from '#shared/data-sources/files-api.ts'
import { t } from '#shared/messages/translate.ts'
import type { ColumnType } from '#shared/results/results-api.ts'

const formatOfEnding: Readonly<Record<string, FileFormat>> = {
  csv: 'csv',
  txt: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  parquet: 'parquet',
  xlsx: 'xlsx',
}

export const acceptedEndings = Object.keys(formatOfEnding).map((ending) => `.${ending}`)

/** By the end of its name; null: of another kind. */
export function formatOf(fileName: string): FileFormat | null {
  return formatOfEnding[fileName.split('.').at(-1)?.toLowerCase() ?? ''] ?? null
}

/** The name of a table that needs no quotes in SQL. */
export function tableNameOf(fileName: string): string {
  const base = fileName.replace(/\.[^.]*$/, '').normalize('NFKD')
  const name = base
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const begun = /^[a-z]/.test(name) ? name : `table_${name}`
  return begun.slice(0, 63).replace(/_+$/, '')
}

export const typeChoices: readonly { value: ColumnType; label: string }[] = [
  { value: 'string', label: t('Text') },
  { value: 'integer', label: t('Whole number') },
  { value: 'float', label: t('Number') },
  { value: 'boolean', label: t('True or false') },
  { value: 'date', label: t('Date') },
  { value: 'datetime', label: t('Date and time') },
]
