/** The part of the bundler's module graph that is needed here. */
export interface ModuleGraph {
  getModuleIds(): Iterable<string>
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicImporters: readonly string[] } | null
}

/**
 * The documents and pages that share modules. Each is loaded as a whole, so modules that the same pages need can be in
 * one file: a hundred small files cost more than their bytes. A module that one page needs stays in that page's file,
 * and modules that only dialogs need are left to the bundler.
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
    // a module of one page stays in that page's file: in another, the two would import each other
    if (names.length === 1 && !sharedWithParts.has(id)) found.delete(id)
  }
  // and so do dynamically imported modules
  for (const id of pages) found.delete(id)
  return found
}

function reachedFrom(graph: ModuleGraph, roots: readonly string[]): Set<string> {
  const reached = new Set(roots)
  // the set grows during this loop: it visits every module once, cycles included
  for (const id of reached) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  }
  return reached
}

/** Families of one page or document: modules shared with its dialogs are loaded before the dialogs. */
const ofOnePage: ReadonlySet<string> = new Set(['dashboards', 'query', 'embed', 'public-dashboard'])

/** The file that a module shares with others of the same families; null: the bundler decides. */
export function chunkOf(found: readonly string[] | undefined): string | null {
  if (found === undefined) return null
  // visitors' pages are small: they must not load code of other pages
  const isVisited = (name: string) => name === 'embed' || name === 'public-dashboard'
  const visitors: string[] = found.filter((name) => isVisited(name) || name === 'pictures')
  // the start page loads before any page
  if (found.includes('start')) return ['start', ...found.filter(isVisited)].join('-')
  // pages that show results share the most
  if (found.includes('dashboards') && found.includes('query')) {
    const isOther = (name: string) =>
      !visitors.includes(name) && !['dashboards', 'query', 'editor'].includes(name)
    return ['shown', ...(found.some(isOther) ? ['listed'] : []), ...visitors].join('-')
  }
  return found.length > 1 || ofOnePage.has(found[0] ?? '') ? found.join('-') : null
}

/** Vite plugin, and the names of the shared chunks. */
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
    /** the file of one of our modules */
    name: (id: string): string | null => chunkOf(found.get(id)),
  }
}
