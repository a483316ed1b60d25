import { describe, expect, it } from 'vitest'
import { chunkOf, familiesOf, type ModuleGraph } from './share-chunks.ts'

const web = '/somewhere/src/web'
const main = `${web}/main.tsx`
const dashboard = `${web}/dashboards/dashboard-page.tsx`
const query = `${web}/queries/query-view-page.tsx`
const events = `${web}/events/events-page.tsx`
const embed = `${web}/embed/main.tsx`

/** Modules in `lazy` are imported dynamically. */
function graph(imports: Record<string, readonly string[]>, lazy: readonly string[] = []): ModuleGraph {
  return {
    getModuleIds: () => Object.keys(imports),
    getModuleInfo: (id) => {
      const importedIds = imports[id]
      return importedIds === undefined
        ? null
        : { importedIds, dynamicImporters: lazy.includes(id) ? [main] : [] }
    },
  }
}

describe('familiesOf', () => {
  it('finds the pages that load a module, also through others and around cycles', () => {
    const found = familiesOf(
      graph({
        [main]: ['a'],
        [dashboard]: ['b', 'a'],
        [query]: ['b'],
        [events]: ['c'],
        [embed]: ['d'],
        a: [],
        b: ['d'],
        c: ['b'],
        d: ['b'],
        dialog: [],
      }),
    )
    expect(Object.fromEntries(found)).toEqual({
      a: ['dashboards', 'start'],
      b: ['dashboards', 'embed', 'events', 'query'],
      d: ['dashboards', 'embed', 'events', 'query'],
    })
  })

  it('leaves dynamically imported modules in files of their own', () => {
    const found = familiesOf(graph({ [main]: [events], [dashboard]: [events], [events]: [] }))
    expect([...found]).toEqual([])
  })

  it('leaves a module that only one page needs with that page, unless its dialogs need it too', () => {
    const found = familiesOf(
      graph({ [dashboard]: ['a', 'b'], a: ['c'], b: [], c: [], dialog: ['b'] }, [dashboard, 'dialog']),
    )
    expect([...found]).toEqual([['b', ['dashboards']]])
  })

  it('counts the pages of an embedded query as parts of its document', () => {
    const page = `${web}/embed/embed-page.tsx`
    const imports = { [embed]: [page], [page]: ['a'], a: [], dialog: ['a'] }
    expect(familiesOf(graph(imports, ['dialog'])).get('a')).toEqual(['embed'])
  })
})

describe('chunkOf', () => {
  it.each([
    [undefined, null],
    [['start', 'dashboards', 'query'], 'start'],
    [['embed', 'query', 'start'], 'start-embed'],
    [['dashboards', 'query'], 'shown'],
    [['dashboards', 'editor', 'query'], 'shown'],
    [['dashboards', 'events', 'query'], 'shown-listed'],
    [['dashboards', 'embed', 'pictures', 'query'], 'shown-embed-pictures'],
    [['events', 'lists'], 'events-lists'],
    [['dashboards'], 'dashboards'],
    [['lists'], null],
    [['pictures'], null],
  ])('%j: %s', (families, chunk) => {
    expect(chunkOf(families)).toBe(chunk)
  })
})
