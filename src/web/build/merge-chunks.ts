/** A file of the first build. */
export interface SplitChunk {
  file: string
  /** the module of a document, a page or a lazy part, when the file begins with one */
  root: string | null
  /** files that load with it */
  imports: readonly string[]
  /** files that its scripts may load later */
  dynamicImports: readonly string[]
  /** module -> characters before they are made smaller */
  modules: ReadonlyMap<string, number>
}

/**
 * What a file of its own costs, in characters of script: a request, and a name in every file that imports it. Fifteen
 * thousand characters make about 3 KB after compression.
 */
const costOfFile = 15_000

/** How often a root is loaded, compared with others: the pages where people are most of the time count most. */
const frequencies: readonly (readonly [root: RegExp, frequency: number])[] = [
  [/\/index\.html$/, 5],
  [/\/(home|dashboard|query-view|query-source|new-query)-page\.tsx$/, 4],
  [/(\.html|-page\.tsx)$/, 1],
  [/-visualization\.ts$/, 0.5],
]
/** dialogs and other parts, which load when a user opens them */
const frequencyOfParts = 0.03

/** What visitors' pages, which are small, may load without need. */
const maxForVisitors = 1500

interface Group {
  modules: Map<string, number>
  size: number
  /** the files of documents, pages and lazy parts stay as they are */
  isFixed: boolean
  /** numbers of the roots that load it */
  roots: Set<number>
  imports: Set<Group>
}

/** The shared modules, by the file that they are to be in. Deterministic; no file imports one that imports it. */
export function mergeChunks(chunks: readonly SplitChunk[]): Map<string, number>[] {
  const plan = planOf(chunks)
  const shared = plan.groups.filter(({ isFixed }) => !isFixed)
  const gains = new Map<Group, Map<Group, number>>()
  const weigh = (group: Group) => {
    for (const other of shared) {
      if (other === group) continue
      const [one, two] = shared.indexOf(group) < shared.indexOf(other) ? [group, other] : [other, group]
      const row = gains.get(one) ?? new Map<Group, number>()
      gains.set(one, row)
      row.set(two, plan.mayMerge(one, two) ? plan.gain(one, two) : 0)
    }
  }
  for (const group of shared) weigh(group)
  for (;;) {
    const best = bestOf(gains, plan)
    if (best === null) break
    const [kept, gone] = best
    const changed = plan.merge(kept, gone)
    shared.splice(shared.indexOf(gone), 1)
    gains.delete(gone)
    for (const row of gains.values()) row.delete(gone)
    for (const group of changed) if (shared.includes(group)) weigh(group)
  }
  return shared.map(({ modules }) => modules)
}

type Plan = ReturnType<typeof planOf>

function bestOf(gains: ReadonlyMap<Group, ReadonlyMap<Group, number>>, plan: Plan): [Group, Group] | null {
  let best: [Group, Group] | null = null
  let most = 0
  for (const [one, row] of gains) {
    for (const [other, atMost] of row) {
      if (atMost <= most) continue
      const gain = atMost - plan.costOfImports(one, other)
      if (gain <= most || plan.wouldMakeCycle(one, other) || plan.wouldLoadFixed(one, other)) continue
      most = gain
      best = [one, other]
    }
  }
  return best
}

function planOf(chunks: readonly SplitChunk[]) {
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]))
  const roots = chunks.flatMap(({ root, file }) =>
    root === null ? [] : { root: root.replace(/\?.*/, ''), file },
  )
  const weights = roots.map(({ root }) => frequencies.find(([of]) => of.test(root))?.[1] ?? frequencyOfParts)
  const start = roots.findIndex(({ root }) => root.endsWith('/index.html'))
  const documents = new Set(roots.flatMap(({ root }, at) => (root.endsWith('.html') ? at : [])))
  // visitors' documents load parts without the start page
  const visited = reachedFrom(
    roots.flatMap(({ file }, at) => (documents.has(at) && at !== start ? file : [])),
    (from) => [...(byFile.get(from)?.imports ?? []), ...(byFile.get(from)?.dynamicImports ?? [])],
  )
  const isThereFor = (loading: ReadonlySet<number>, root: number) =>
    loading.has(start) && !documents.has(root) && !visited.has(roots[root]?.file ?? '')
  const loads = roots.map(({ file }) => reachedFrom([file], (from) => byFile.get(from)?.imports ?? []))

  const groupOf = new Map(
    chunks.map(({ file, root, modules }): [string, Group] => {
      const size = [...modules.values()].reduce((sum, length) => sum + length, 0)
      const loading = new Set(loads.flatMap((files, at) => (files.has(file) ? at : [])))
      return [
        file,
        { modules: new Map(modules), size, isFixed: root !== null, roots: loading, imports: new Set() },
      ]
    }),
  )
  for (const [file, group] of groupOf) {
    for (const imported of byFile.get(file)?.imports ?? []) {
      const other = groupOf.get(imported)
      if (other) group.imports.add(other)
    }
    withoutLater(group)
  }
  const groups = [...groupOf.values()]

  /** What the start page loads is there before any other page and part. */
  function withoutLater({ roots: loading }: Group): void {
    for (const root of loading) if (isThereFor(loading, root)) loading.delete(root)
  }
  const weightOf = (root: number) => weights[root] ?? 0
  const importsOf = (group: Group) => reachedFrom(group.imports, ({ imports }) => imports)

  return {
    groups,
    mayMerge(one: Group, other: Group): boolean {
      if (one.roots.has(start) !== other.roots.has(start)) return false
      const isWaste = (visitor: number) =>
        one.roots.has(visitor) !== other.roots.has(visitor) &&
        (one.roots.has(visitor) ? other : one).size > maxForVisitors
      return ![...documents].some((document) => document !== start && isWaste(document))
    },
    /** fewer files for who loads both, more bytes for who loads one */
    gain(one: Group, other: Group): number {
      let sum = 0
      for (const root of one.roots) sum += weightOf(root) * (other.roots.has(root) ? costOfFile : -other.size)
      for (const root of other.roots) if (!one.roots.has(root)) sum -= weightOf(root) * one.size
      return sum
    },
    /** who loads one of them now loads what the other imports */
    costOfImports(one: Group, other: Group): number {
      const loading = new Set([...one.roots, ...other.roots])
      let sum = 0
      for (const imported of new Set([...importsOf(one), ...importsOf(other)])) {
        if (imported === one || imported === other) continue
        for (const root of loading) {
          if (imported.roots.has(root) || isThereFor(imported.roots, root)) continue
          sum += weightOf(root) * (imported.size + costOfFile)
        }
      }
      return sum
    },
    /**
     * Who loads one of them would load a document, page or part along with it: the scripts of documents do their work
     * as soon as they load.
     */
    wouldLoadFixed(one: Group, other: Group): boolean {
      const loading = [...one.roots, ...other.roots]
      return [...importsOf(one), ...importsOf(other)].some(
        ({ isFixed, roots: before }) =>
          isFixed && loading.some((root) => !before.has(root) && !isThereFor(before, root)),
      )
    },
    /** one imports a file that imports the other */
    wouldMakeCycle(one: Group, other: Group): boolean {
      const leads = (from: Group, to: Group) =>
        [...from.imports].some((imported) => imported !== to && importsOf(imported).has(to))
      return leads(one, other) || leads(other, one)
    },
    /** Returns the groups that others load now. */
    merge(kept: Group, gone: Group): Group[] {
      for (const [id, length] of gone.modules) kept.modules.set(id, length)
      kept.size += gone.size
      for (const root of gone.roots) kept.roots.add(root)
      for (const imported of gone.imports) kept.imports.add(imported)
      kept.imports.delete(kept)
      kept.imports.delete(gone)
      groups.splice(groups.indexOf(gone), 1)
      for (const group of groups) if (group.imports.delete(gone) && group !== kept) group.imports.add(kept)
      const changed = [...importsOf(kept)].filter((imported) => {
        const before = imported.roots.size
        for (const root of kept.roots) imported.roots.add(root)
        withoutLater(imported)
        return imported.roots.size !== before
      })
      return [kept, ...changed]
    },
  }
}

function reachedFrom<T>(first: Iterable<T>, next: (from: T) => Iterable<T>): Set<T> {
  const reached = new Set(first)
  // the set grows during this loop: it visits each once, cycles included
  for (const from of reached) for (const other of next(from)) reached.add(other)
  return reached
}
