import type { QueryVersionInList, QueryVersionKind } from '#shared/queries/query-versions-api.ts'

const kinds: Readonly<Record<QueryVersionKind, string>> = {
  created: 'Created',
  saved: 'Saved',
  visualization: 'Saved',
  restored: 'Restored',
  refused: 'Not saved: somebody else had saved',
}

export function kindInWords(kind: QueryVersionKind): string {
  return kinds[kind]
}

const fields: Readonly<Record<string, string>> = {
  query: 'text',
  name: 'name',
  description: 'description',
  data_source_id: 'data source',
  options: 'options and parameters',
  schedule: 'refresh schedule',
  tags: 'tags',
  is_draft: 'published or not',
  is_archived: 'archived or not',
  visualizations: 'visualizations',
}

/** `Text, tags`; null when nothing is known to have changed. */
export function changedInWords(changed: readonly string[]): string | null {
  if (changed.length === 0) return null
  const order = Object.keys(fields)
  const words = [...changed]
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((field) => fields[field] ?? field)
    .join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What a refused save was based on is no version of its own. */
export function versionTitle({ kind, version }: Pick<QueryVersionInList, 'kind' | 'version'>): string {
  return kind === 'refused' ? 'Refused save' : `Version ${version}`
}

export function authorOf({ user }: Pick<QueryVersionInList, 'user'>): string {
  return user?.name ?? 'somebody who has left'
}
