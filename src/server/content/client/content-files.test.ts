import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContentObject } from '#shared/content/content-objects.ts'
import { fromFiles, toFiles } from './content-files.ts'
import { readFolder } from './content-folder.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    'yes',
    'null',
    '2020-01-01',
    '1e3',
    ' padded ',
    '- a',
    '#',
    '{{ x }}',
    'a: b',
    '\t',
    '\r\n',
    '~',
  ),
  fc.constantFrom(
    'one\ntwo\n',
    '\n\n',
    'tail \n',
    '  lead\nx',
    '\u0085\u2028\ufeff',
    '"\'`',
    '%',
    '@',
    '|',
    '>',
  ),
)
const name = text.filter((one) => one.trim() !== '')
const uuid = fc.uuid()
const options = fc.dictionary(
  text,
  fc.oneof(
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(text),
  ),
)
const visualization = fc.record({ id: uuid, type: name, name, description: text, options })
const tags = fc.array(text, { maxLength: 3 })

const object: fc.Arbitrary<ContentObject> = fc.oneof(
  fc.record({
    ...{ kind: fc.constant('query' as const), id: uuid, name, description: text, text, options },
    ...{ data_source: fc.option(text), is_draft: fc.boolean(), tags },
    schedule: fc.option(fc.dictionary(text, text)),
    visualizations: fc.uniqueArray(visualization, { selector: ({ id }) => id, maxLength: 4 }),
  }),
  fc.record({
    ...{ kind: fc.constant('dashboard' as const), id: uuid, name, is_draft: fc.boolean(), tags, options },
    dashboard_filters_enabled: fc.boolean(),
    widgets: fc.uniqueArray(fc.record({ id: uuid, visualization: fc.option(uuid), text, options }), {
      selector: ({ id }) => id,
      maxLength: 4,
    }),
  }),
  fc.record({
    ...{ kind: fc.constant('alert' as const), id: uuid, name, query: uuid, options },
    ...{ rearm: fc.option(fc.nat()), destinations: tags },
  }),
  fc.record({
    ...{ kind: fc.constant('snippet' as const), id: uuid, trigger: name, description: text, snippet: name },
  }),
  fc.record({
    kind: fc.constant('group' as const),
    id: name,
    data_sources: fc.dictionary(text, fc.constantFrom('full' as const, 'view_only' as const)),
  }),
)

/** `-0` is `0` in JSON and in the database. */
const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

describe('objects as files', () => {
  it('are read as they were written, whatever their texts', () => {
    fc.assert(
      fc.property(fc.uniqueArray(object, { selector: ({ id }) => id, maxLength: 6 }), (given) => {
        const objects = asJson(given)
        const { files, filed } = toFiles(objects, { paths: new Map(), syntaxes: {} })
        const read = fromFiles(files)
        expect(read.problems).toEqual([])
        const byId = (list: { object: ContentObject }[]) =>
          new Map(list.map((one) => [one.object.id, one.object]))
        expect(byId(read.filed)).toEqual(byId(filed))
        expect(new Set(read.filed.flatMap(({ paths }) => paths))).toEqual(new Set(files.keys()))
      }),
      { numRuns: 300 },
    )
  })

  it('keep the names of their files, and never share one', () => {
    const snippet = (trigger: string): ContentObject => ({
      ...{ kind: 'snippet', id: randomUUID(), trigger, description: '', snippet: 'x' },
    })
    const [one, other, third] = [snippet('Ünï ✂ cut'), snippet('ünï/cut'), snippet('✂')]
    if (one === undefined || other === undefined || third === undefined) throw new Error('three')
    const paths = new Map([[`snippet:${third.id}`, 'snippets/mine.yaml']])
    const { files } = toFiles([one, other, third], { paths, syntaxes: {} })
    const wanted = [
      'snippets/mine.yaml',
      'snippets/ünï-cut.yaml',
      `snippets/ünï-cut-${other.id.slice(0, 8)}.yaml`,
    ]
    expect([...files.keys()].sort()).toEqual(wanted.sort())
  })

  it('leave out what has its usual value, and say which visualization a widget shows', () => {
    const [query, chart, dashboard] = [randomUUID(), randomUUID(), randomUUID()]
    const { files } = toFiles(
      [
        {
          ...{
            kind: 'query',
            id: query,
            name: 'Orders',
            description: '',
            data_source: 'Shop',
            text: 'select 1',
          },
          ...{ is_draft: false, tags: [], schedule: null, options: {} },
          visualizations: [{ id: chart, type: 'CHART', name: 'By day', description: '', options: { a: 1 } }],
        },
        {
          ...{ kind: 'dashboard', id: dashboard, name: 'Sales', is_draft: false, tags: ['a'], options: {} },
          dashboard_filters_enabled: false,
          widgets: [{ id: chart, visualization: chart, text: '', options: { position: { col: 0 } } }],
        },
      ],
      { paths: new Map(), syntaxes: { [query]: 'sql' } },
    )
    expect(Object.fromEntries(files)).toEqual({
      'queries/orders/query.yaml': `id: ${query}\nname: Orders\ndata_source: Shop\ntext: query.sql\nvisualizations:\n  - by-day.yaml\n`,
      'queries/orders/query.sql': 'select 1\n',
      'queries/orders/by-day.yaml': `id: ${chart}\ntype: CHART\nname: By day\noptions:\n  a: 1\n`,
      'dashboards/sales.yaml': `id: ${dashboard}\nname: Sales\ntags:\n  - a\nwidgets:\n  - id: ${chart}\n    visualization: ${chart} # Orders / By day\n    options:\n      position:\n        col: 0\n`,
    })
  })

  it.each([
    ['snippets/a.yaml', 'trigger: x\nsnippet: y\n', /^id: this field is required\.$/],
    ['snippets/a.yaml', 'trigger: [\n', /^Flow sequence/],
    ['snippets/a.yaml', 'id: a\nid: b\n', /^Map keys must be unique/],
    ['snippets/a.yaml', '- 1\n', /^must hold fields/],
    [
      'snippets/a.yaml',
      `id: ${randomUUID()}\ntrigger: x\nsnippet: y\nowner: me\n`,
      /^owner: this field is not known\.$/,
    ],
    [
      'snippets/a.yaml',
      `id: ${randomUUID()}\ntrigger: x\nsnippet: .inf\n`,
      /^snippet: must be a value of JSON\.$/,
    ],
    ['snippets/a.yaml', 'a: &a [1]\nb: [*a,*a,*a]\nc: &c [*a,*a]\nid: *d\n', /^Unresolved alias/],
    ['queries/a/query.yaml', 'name: x\n', /^text: must be the name of the file/],
    [
      'queries/a/query.yaml',
      'text: ../../etc/passwd\n',
      /^text: there is no file "..\/..\/etc\/passwd" beside it\.$/,
    ],
    ['groups/a.yaml', 'data_sources: {}\n', /^name: this field is required\.$/],
  ])('names the file and what is wrong: %s %j', (path, content, problem) => {
    const { filed, problems } = fromFiles(new Map([[path, content]]))
    expect(filed).toEqual([])
    expect(problems).toEqual([{ path, problem: expect.stringMatching(problem) }])
  })

  it('refuses two files with one id', () => {
    const content = `id: ${randomUUID()}\ntrigger: x\nsnippet: y\n`
    const files = new Map([
      ['snippets/a.yaml', content],
      ['snippets/b.yaml', content],
    ])
    expect(fromFiles(files).problems).toEqual([
      { path: 'snippets/b.yaml', problem: 'id: snippets/a.yaml has the same id.' },
    ])
  })
})

it('the example can be read', async () => {
  const folder = fileURLToPath(new URL('../../../../examples/content', import.meta.url))
  const { filed, problems } = fromFiles(await readFolder(folder))
  expect(problems).toEqual([])
  expect(filed.map(({ object }) => object.kind)).toEqual(expect.arrayContaining(['query', 'dashboard']))
})
