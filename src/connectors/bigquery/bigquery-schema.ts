import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { type AnswerLimit, listOfTables } from '../answer.ts'
import { QueryFailed } from '../connector-errors.ts'
import { cutList, cutObject, readString } from '../json-cut.ts'
import { type BigqueryLink, callBigquery } from './bigquery-service.ts'

type Ask = (text: string, limit: AnswerLimit, location: string) => Promise<string[][]>

/** A text of the service has at most a million characters, and names at most 1000 tables. */
const datasetsAtOnce = 200
const maxDatasets = 100_000

interface Dataset {
  id: string
  location: string
}

/** Tables of all datasets, or of those in the configured location: two queries for up to 200 datasets in one place. */
export async function tablesOf(link: BigqueryLink, ask: Ask, signal: AbortSignal): Promise<SchemaTable[]> {
  const wanted = link.options.location.toLowerCase()
  const found = (await datasetsOf(link, signal)).filter(
    ({ location }) => wanted === '' || location.toLowerCase() === wanted,
  )
  const tables = new Map<string, SchemaTable>()
  for (const { location, ids } of groupsOf(found)) {
    const columns = await ask(unionOf(link, ids, columnsOf), listOfTables, location)
    for (const [dataset, table, name = '', type = '', description = ''] of columns) {
      const fullName = `${dataset}.${table}`
      const own = tables.get(fullName) ?? { name: fullName, columns: [] }
      tables.set(fullName, own)
      own.columns.push({ name, type, ...(description === '' ? {} : { description }) })
    }
    const described = await ask(unionOf(link, ids, descriptionsOf), listOfTables, location)
    for (const [dataset, table, literal = ''] of described) {
      const own = tables.get(`${dataset}.${table}`)
      const description = readLiteral(literal)
      if (own !== undefined && description !== '') own.description = description
    }
  }
  return [...tables.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

async function datasetsOf(link: BigqueryLink, signal: AbortSignal): Promise<Dataset[]> {
  const datasets: Dataset[] = []
  for (let pageToken: string | null = ''; pageToken !== null; ) {
    const query = { maxResults: '1000', ...(pageToken === '' ? {} : { pageToken }) }
    const page = await callBigquery(link, '/datasets', { query }, signal)
    for (const item of cutList(page.get('datasets') ?? '[]')) {
      const members = cutObject(item)
      const id = readString(cutObject(members.get('datasetReference') ?? '{}').get('datasetId') ?? '')
      const location = readString(members.get('location') ?? '') ?? ''
      // ids hold nothing else
      if (id !== null && /^[A-Za-z0-9_-]+$/.test(id)) datasets.push({ id, location })
    }
    if (datasets.length > maxDatasets) throw new QueryFailed('The project has more than 100,000 datasets.')
    pageToken = readString(page.get('nextPageToken') ?? '') || null
  }
  return datasets
}

/** A query reads in one location only. */
function groupsOf(datasets: readonly Dataset[]): { location: string; ids: string[] }[] {
  const groups: { location: string; ids: string[] }[] = []
  for (const { id, location } of datasets) {
    const open = groups.findLast((group) => group.location === location)
    if (open !== undefined && open.ids.length < datasetsAtOnce) open.ids.push(id)
    else groups.push({ location, ids: [id] })
  }
  return groups
}

function unionOf({ options }: BigqueryLink, ids: readonly string[], one: (views: string) => string): string {
  return ids.map((id) => one(`\`${options.projectId}\`.\`${id}\`.INFORMATION_SCHEMA`)).join('\nUNION ALL\n')
}

/** Fields of records too, as `a.b`. */
function columnsOf(views: string): string {
  return `SELECT table_schema, table_name, field_path, data_type, description FROM ${views}.COLUMN_FIELD_PATHS`
}

function descriptionsOf(views: string): string {
  return `SELECT table_schema, table_name, option_value FROM ${views}.TABLE_OPTIONS WHERE option_name = 'description'`
}

/** Options are shown as literals, `"a \"b\""`, whose escapes are mostly those of JSON. */
function readLiteral(literal: string): string {
  return readString(literal) ?? literal.replace(/^"|"$/g, '')
}
