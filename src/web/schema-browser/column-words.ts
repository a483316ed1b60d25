import type { SchemaColumn } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'

/** What a column is a key of, in words. */
export function keyWords({ is_key, references }: SchemaColumn): string[] {
  const words = is_key === true ? [t('Primary key')] : []
  if (references) words.push(t('References {name}', { name: `${references.table}.${references.column}` }))
  return words
}
