/** A part of a path that is an id or slug of the imported product. */
export interface OldName {
  /** as `import_items` names it, or the slug of a dashboard */
  kind: string
  name: string
}

/** A path in parts: fixed texts, and ids or slugs to look up. */
export type OldPath = readonly (string | OldName)[]

const kinds: Readonly<Record<string, string>> = {
  queries: 'query',
  dashboards: 'dashboard',
  alerts: 'alert',
  users: 'user',
  groups: 'group',
  data_sources: 'data_source',
  destinations: 'destination',
  query_snippets: 'snippet',
  visualizations: 'visualization',
  widgets: 'widget',
}

/** The pieces of a path with ids of the other product; null: it names nothing by an id. */
export function readOldPath(path: string, { isSlug }: { isSlug: boolean }): OldPath | null {
  const embed = /^(\/embed\/query\/)(\d+)(\/visualization\/)(\d+)(.*)$/s.exec(path)
  if (embed !== null) {
    const [, start = '', query = '', middle = '', visualization = '', rest = ''] = embed
    return [
      start,
      { kind: 'query', name: query },
      middle,
      { kind: 'visualization', name: visualization },
      rest,
    ]
  }
  const dashboard = /^((?:\/api)?\/dashboards?\/)([^/]+)(.*)$/s.exec(path)
  const [, before = '', name = '', after = ''] = dashboard ?? []
  if (before === '/dashboard/' || (dashboard !== null && before.startsWith('/api/') && isSlug))
    return [before, { kind: 'slug', name: decoded(name) }, after]
  const thing = /^((?:\/api)?\/([a-z_]+)\/)(\d+)(?![\w.])(.*)$/s.exec(path)
  const [, start = '', segment = '', id = '', rest = ''] = thing ?? []
  const kind = Object.hasOwn(kinds, segment) ? kinds[segment] : undefined
  return kind === undefined ? null : [start, { kind, name: id }, rest]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
