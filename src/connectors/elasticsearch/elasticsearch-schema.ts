import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { cutObject } from '../json-cut.ts'
import { askForText, type ElasticsearchLink } from './elasticsearch-link.ts'

interface Field {
  type?: unknown
  properties?: Record<string, Field>
}

/** An index of a data stream: its documents are read by the stream's name. */
const streamIndex = /^\.ds-(.+?)-(?:\d{4}\.\d\d\.\d\d-)?\d{6,}$/

/** Indices with their fields that hold values. Those with a dot in front belong to the server. */
export async function readElasticsearchTables(
  link: ElasticsearchLink,
  signal: AbortSignal,
): Promise<SchemaTable[]> {
  const answer = cutObject(await askForText(link, { method: 'GET', path: '/_mappings' }, signal))
  const tables = new Map<string, Map<string, string>>()
  for (const [index, json] of answer) {
    const name = streamIndex.exec(index)?.[1] ?? index
    if (name.startsWith('.')) continue
    const columns = tables.get(name) ?? new Map<string, string>()
    tables.set(name, columns)
    const { mappings = {} } = JSON.parse(json) as { mappings?: Record<string, Field> }
    for (const properties of propertiesOf(mappings)) collectFields('', properties, columns)
  }
  return [...tables]
    .map(([name, columns]) => ({
      name,
      columns: [...columns]
        .map(([column, type]) => ({ name: column, type }))
        .sort((one, other) => (one.name < other.name ? -1 : 1)),
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Before version 7, each type of documents of an index has its own. */
function propertiesOf(mappings: Record<string, Field | Record<string, Field>>): Record<string, Field>[] {
  if (mappings['properties'] !== undefined) return [mappings['properties'] as Record<string, Field>]
  return Object.values(mappings).flatMap((type) => {
    const properties = (type as Field | null)?.properties
    return typeof properties === 'object' ? [properties] : []
  })
}

function collectFields(
  prefix: string,
  properties: Record<string, Field>,
  columns: Map<string, string>,
): void {
  for (const [name, { type, properties: inner }] of Object.entries(properties)) {
    if (inner !== undefined) collectFields(`${prefix}${name}.`, inner, columns)
    else if (typeof type === 'string') columns.set(prefix + name, type)
  }
}
