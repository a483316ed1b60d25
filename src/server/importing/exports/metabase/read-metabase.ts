import type { Note } from '../../bring/report.ts'
import { ImportRefused } from '../../import-refused.ts'
import { rowsIn } from '../../redash/api/download.ts'
import { isTrue, objectOf, textOf, textOrNull } from '../../redash/fields.ts'
import type { Redash } from '../../redash/read-redash.ts'
import type { Row } from '../../redash/redash-store.ts'
import { readYamlFolder } from '../read-yaml-files.ts'
import { idFor, supplyRows } from '../supply-rows.ts'
import { chartOf } from './metabase-chart.ts'
import { widgetRows } from './metabase-dashboard.ts'
import { readNativeQuery } from './metabase-query.ts'
import { sourceRow } from './metabase-source.ts'

/** The export of a Metabase (serialization, version 47 or newer) in this folder. Throws ImportRefused. */
export function readMetabase(folder: string): Redash {
  const byModel = Map.groupBy(readYamlFolder(folder), ({ content }) => modelOf(content))
  const of = (model: string): Row[] => (byModel.get(model) ?? []).map(({ content }) => content)
  const cards = of('Card')
  const dashboards = of('Dashboard')
  if (cards.length + dashboards.length === 0)
    throw new ImportRefused(
      `${folder}: this is no export of Metabase: no file of it describes a question or a dashboard. Unpack the export first, and name its folder.`,
    )
  const notes: Note[] = []
  const collections = new Map(of('Collection').map((row) => [textOf(row, 'entity_id'), row]))
  const snippets = new Map(
    of('NativeQuerySnippet').map((row) => [textOf(row, 'name'), textOf(row, 'content')]),
  )
  const questions = questionsOf(cards, { snippets, collections, notes })
  const used = new Set(questions.queries.map((row) => String(row['database'])))
  const described = of('Database').filter((row) => textOf(row, 'engine') !== '')
  const missing = [...used].filter((name) => !described.some((row) => row['name'] === name))
  for (const name of missing)
    notes.push({
      kind: 'data_source',
      id: '',
      name,
      text: 'The export does not describe this database: choose a data source for its queries.',
    })
  for (const model of ['Document', 'Segment', 'Measure', 'Timeline', 'Transform', 'Action'])
    for (const row of of(model))
      notes.push({
        kind: model.toLowerCase(),
        id: textOf(row, 'entity_id', 50),
        name: textOf(row, 'name', 100),
        text: 'It has no counterpart here.',
      })
  const widgets = dashboards.flatMap((row) => {
    const tell = (text: string) => notes.push(noteOf('dashboard', row, text))
    if (rowsIn(row['parameters']).length > 0)
      tell('Its filters did not come: parameters of queries are shown on each widget.')
    return widgetRows(row, questions.visualizationOf, tell)
  })
  return supplyRows({
    origin: 'metabase',
    withheld: ['Users, permissions and passwords are not in an export. The first admin owns what comes.'],
    notes,
    tables: {
      data_sources: described.filter((row) => used.has(String(row['name']))).map(sourceRow),
      queries: questions.queries,
      visualizations: questions.visualizations,
      dashboards: dashboards.map((row) => ({
        ...shared('dashboard', row),
        slug: slugOf(row),
        tags: tagsOf(row, collections),
        options: {},
      })),
      widgets,
    },
  })
}

/** The last part of `serdes/meta` says what a file describes. */
const modelOf = (content: Row): string => textOf(rowsIn(content['serdes/meta']).at(-1) ?? {}, 'model')

const noteOf = (kind: string, row: Row, text: string): Note => ({
  ...{ kind, id: textOf(row, 'entity_id', 50), name: textOf(row, 'name', 100), text },
})

function shared(kind: string, row: Row): Row {
  const entity = textOf(row, 'entity_id')
  return {
    ...{ id: idFor(kind, entity), shown_id: entity, name: textOf(row, 'name') },
    description: textOrNull(row, 'description'),
    ...{ is_archived: isTrue(row, 'archived'), is_draft: false, created_at: row['created_at'] },
  }
}

const slugOf = (row: Row): string =>
  `${textOf(row, 'name', 80)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}-${textOf(row, 'entity_id', 8).toLowerCase()}`

/** The collection and those around it. */
function tagsOf(row: Row, collections: ReadonlyMap<string, Row>): string[] {
  const tags: string[] = []
  let at = textOf(row, 'collection_id')
  for (let depth = 0; depth < 10 && at !== ''; depth++) {
    const collection = collections.get(at)
    if (collection === undefined) break
    tags.unshift(textOf(collection, 'name', 100))
    at = textOf(collection, 'parent_id')
  }
  return tags
}

interface Context {
  snippets: ReadonlyMap<string, string>
  collections: ReadonlyMap<string, Row>
  notes: Note[]
}

function questionsOf(cards: readonly Row[], { snippets, collections, notes }: Context) {
  const queries: Row[] = []
  const visualizations: Row[] = []
  const visualizationOf = new Map<string, number>()
  for (const card of cards) {
    const native = readNativeQuery(objectOf(card, 'dataset_query') ?? {}, snippets)
    if (native === null) {
      notes.push(
        noteOf(
          'question',
          card,
          'It is built without SQL, so it did not come: convert it to SQL in Metabase, and export again.',
        ),
      )
      continue
    }
    const entity = textOf(card, 'entity_id')
    if (native.foreign.length > 0)
      notes.push(
        noteOf('query', card, `Its text needs a change before it runs: ${native.foreign.join(', ')}.`),
      )
    queries.push({
      ...shared('query', card),
      ...{
        query: native.text,
        database: native.database,
        data_source_id: idFor('database', native.database),
      },
      options: { parameters: native.parameters },
      tags: tagsOf(card, collections),
      version: 1,
    })
    const display = textOf(card, 'display', 50)
    const chart = chartOf(display, objectOf(card, 'visualization_settings') ?? {})
    const add = (type: string, name: string, options: object) => {
      const id = idFor('visualization', `${entity} ${type}`)
      visualizations.push({ id, query_id: idFor('query', entity), type, name, description: '', options })
      visualizationOf.set(entity, id)
    }
    add('TABLE', 'Table', {})
    if (chart !== null) add(chart.type, textOf(card, 'name', 255), chart.options)
    else if (!['table', 'list', 'object', ''].includes(display))
      notes.push(noteOf('visualization', card, `Its display "${display}" came as a table.`))
  }
  return { queries, visualizations, visualizationOf }
}
