import { describe, expect, it } from 'vitest'
import { chunkOf, familiesOf, type ModuleGraph } from './share-chunks.ts'

const web = '/somewhere/src/web'
const main = `${web}/main.tsx`
const dashboard = `${web}/dashboards/dashboard-page.tsx`
const query = `${web}/queries/query-view-page.tsx`
const events = `${web}/events/events-page.tsx`
const embed = `${web}/embed/main.tsx`

function graph(imports: Record<string, readonly string[]>): ModuleGraph {
  return {
    getModuleIds: () => Object.keys(imports),
    getModuleInfo: (id) => (imports[id] === undefined ? null : { importedIds: imports[id] }),
  }
}

describe('familiesOf', () => {
  it('tells which pages load a module, through others and around cycles', () => {
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
      c: ['events'],
      d: ['dashboards', 'embed', 'events', 'query'],
    })
  })

  it('leaves what is loaded by name in files of their own', () => {
    const found = familiesOf(graph({ [main]: [events], [dashboard]: [events], [events]: [] }))
    expect([...found]).toEqual([])
  })

  it('takes the pages of an embedded query for parts of its document', () => {
    const page = `${web}/embed/embed-page.tsx`
    expect(familiesOf(graph({ [embed]: [page], [page]: ['a'], a: [] })).get('a')).toEqual(['embed'])
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
