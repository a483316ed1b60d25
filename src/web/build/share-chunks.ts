/** What the bundler says of its modules, as far as it is needed here. */
export interface ModuleGraph {
  getModuleIds(): Iterable<string>
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicImporters: readonly string[] } | null
}

/**
 * The documents and pages between which modules are shared. Each is loaded as a whole, so that what the same of them
 * need can travel in one file: a hundred small files cost a page more than their bytes. What one of them needs alone
 * stays in its own file, and what only dialogs need is left to the bundler.
 */
const families: readonly (readonly [root: RegExp, name: string])[] = [
  [/\/src\/web\/main\.tsx$/, 'start'],
  [/\/src\/web\/(embed|public-dashboard)\/main\.tsx$/, '$1'],
  [/\/queries\/query-view-page\.tsx$/, 'query'],
  [/\/queries\/(query-source|new-query)-page\.tsx$/, 'editor'],
  [/\/(home\/home|(queries|dashboards)\/list\/\w+-list)-page\.tsx$/, 'lists'],
  [/-visualization\.ts$|\/visualization-renderer\.tsx$/, 'pictures'],
  [/\/src\/web\/(?!embed\/|public-dashboard\/)(?:[\w-]+\/)*([\w-]+)\/[\w-]+-page\.tsx$/, '$1'],
]

/** Module -> the families that load it, sorted. */
export function familiesOf(graph: ModuleGraph): Map<string, string[]> {
  const roots = new Map<string, string[]>()
  for (const id of graph.getModuleIds()) {
    const family = families.find(([root]) => root.test(id))
    if (family === undefined) continue
    const name = family[1].replace('$1', family[0].exec(id)?.[1] ?? '')
    roots.set(name, [...(roots.get(name) ?? []), id])
  }
  const found = new Map<string, string[]>()
  for (const [name, pages] of [...roots].sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const id of reachedFrom(graph, pages)) found.set(id, [...(found.get(id) ?? []), name])
  }
  const pages = [...roots.values()].flat()
  const lazyParts = [...graph.getModuleIds()].filter(
    (id) => !pages.includes(id) && (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0,
  )
  const sharedWithParts = reachedFrom(graph, lazyParts)
  for (const [id, names] of found) {
    // what one page has alone stays in its file: in another the two would import each other
    if (names.length === 1 && !sharedWithParts.has(id)) found.delete(id)
  }
  // and so does what is loaded by name
  for (const id of pages) found.delete(id)
  return found
}

function reachedFrom(graph: ModuleGraph, roots: readonly string[]): Set<string> {
  const reached = new Set(roots)
  // a set that grows while it is walked: every module once, cycles included
  for (const id of reached) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  }
  return reached
}

/** Families of one page, or one document: what its dialogs share with it is there before they are. */
const ofOnePage: ReadonlySet<string> = new Set(['dashboards', 'query', 'embed', 'public-dashboard'])

/** The name of the file that a module shares with others of the same families; null: the bundler decides. */
export function chunkOf(found: readonly string[] | undefined): string | null {
  if (found === undefined) return null
  // visitors' pages are small, and nothing of the others may reach them
  const isVisited = (name: string) => name === 'embed' || name === 'public-dashboard'
  const visitors: string[] = found.filter((name) => isVisited(name) || name === 'pictures')
  // the start page is there before any page is
  if (found.includes('start')) return ['start', ...found.filter(isVisited)].join('-')
  // the pages that show results have most in common
  if (found.includes('dashboards') && found.includes('query')) {
    const isOther = (name: string) =>
      !visitors.includes(name) && !['dashboards', 'query', 'editor'].includes(name)
    return ['shown', ...(found.some(isOther) ? ['listed'] : []), ...visitors].join('-')
  }
  return found.length > 1 || ofOnePage.has(found[0] ?? '') ? found.join('-') : null
}

/** Vite plugin, and the naming of a group of chunks that it makes possible. */
export function shareChunks() {
  let found = new Map<string, string[]>()
  return {
    plugin: {
      name: 'sextant-share-chunks',
      apply: 'build' as const,
      buildEnd(this: ModuleGraph) {
        found = familiesOf(this)
      },
    },
    /** the file of a module of ours */
    name: (id: string): string | null => chunkOf(found.get(id)),
  }
}
