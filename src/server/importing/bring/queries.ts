import { findConnector } from '#connectors/registry.ts'
import { hashOfQuery, keepQueryVersion } from '#server/queries/index.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { permissions } from '#shared/permissions/permission.ts'
import { checkSchedule } from '#shared/schedules/check-schedule.ts'
import { findReferences } from '#shared/sql/query-references.ts'
import { cleanTags } from '#shared/tags/clean-tags.ts'
import { isTrue, listOf, numberOrNull, objectOf, textOf, textOrNull } from '../redash/fields.ts'
import type { Row } from '../redash/redash-store.ts'
import { type Bringing, type Kind, note, ourId } from './bring-kind.ts'
import { readRows } from './bring-store.ts'
import { keyColumns, timesOf } from './people.ts'

/** characters of a text; longer ones would fill the memory of every process that reads them */
const maxTextLength = 10_000_000

/** The owner here, or the first admin in place of one who did not come. */
export const ownerOf = (bringing: Bringing, row: Row): number =>
  ourId(bringing, 'user', row['user_id']) ?? bringing.fallbackUserId

export const queries: Kind = {
  kind: 'query',
  from: 'queries',
  to: 'queries',
  async make(row, bringing) {
    const text = textOf(row, 'query')
    if (text.length > maxTextLength) {
      note(bringing, 'query', row, `Its text has more than ${maxTextLength} characters, so it cannot come.`)
      return null
    }
    const source = ourId(bringing, 'data_source', row['data_source_id'])
    const type = source === null ? null : await typeOf(bringing, source)
    if (source === null && row['data_source_id'] !== null)
      note(bringing, 'query', row, 'Its data source did not come: choose one before it runs again.')
    const options = optionsHere(bringing, row)
    const query_text = textHere(bringing, text, type)
    return {
      values: {
        ...{ org_id: bringing.orgId, data_source_id: source, query_text },
        name: textOf(row, 'name', 255),
        description: textOrNull(row, 'description', 4096),
        user_id: ownerOf(bringing, row),
        last_modified_by_id: ourId(bringing, 'user', row['last_modified_by_id']),
        is_archived: isTrue(row, 'is_archived'),
        is_draft: isTrue(row, 'is_draft'),
        schedule: scheduleHere(bringing, row),
        options: JSON.stringify(options),
        tags: cleanTags(listOf(row, 'tags').map(String)),
      },
      once: {
        ...keyColumns(bringing.secrets, textOf(row, 'api_key')),
        query_hash: await hashOfQuery(
          { db: bringing.db, clock: () => new Date() },
          importer(bringing),
          type,
          query_text,
          options,
        ),
        version: Math.max(numberOrNull(row, 'version') ?? 1, 1),
        ...timesOf(row),
      },
    }
  },
  async after(bringing, { made, changed }) {
    const rows = await readRows(bringing.db, 'queries', [...made, ...changed])
    for (const [id, { user_id }] of rows)
      await keepQueryVersion(bringing.db, id, made.includes(id) ? 'created' : 'saved', Number(user_id))
  },
}

/** What decides about values of parameters as the operator may see them. */
function importer({ orgId }: Bringing): Actor {
  return {
    ...{ kind: 'user', org_id: orgId, user_id: null, name: 'sextant import', group_ids: [] },
    ...{ permissions, query_id: null },
  }
}

async function typeOf({ db, sourceTypes }: Bringing, dataSourceId: number): Promise<string> {
  const known = sourceTypes.get(dataSourceId)
  if (known !== undefined) return known
  const rows = await readRows(db, 'data_sources', [dataSourceId])
  const type = String(rows.get(dataSourceId)?.['type'] ?? '')
  sourceTypes.set(dataSourceId, type)
  return type
}

/** Options of a query; a dropdown list names its query by the id here. */
function optionsHere(bringing: Bringing, row: Row): Record<string, unknown> {
  const options = objectOf(row, 'options') ?? {}
  const { parameters } = options
  if (!Array.isArray(parameters)) return options
  return {
    ...options,
    parameters: parameters.map((parameter: unknown) => {
      if (typeof parameter !== 'object' || parameter === null || !('queryId' in parameter)) return parameter
      const queryId = ourId(bringing, 'query', parameter.queryId)
      return queryId === null ? parameter : { ...parameter, queryId }
    }),
  }
}

/** In a text on query results, `query_12` names a query by its id. */
function textHere(bringing: Bringing, text: string, type: string | null): string {
  const dialect = type === 'results' ? findConnector(type)?.binds?.dialect : null
  if (dialect == null) return text
  let written = ''
  let end = 0
  for (const reference of findReferences(text, dialect)) {
    const id = ourId(bringing, 'query', reference.id) ?? reference.id
    const name = text.slice(reference.start, reference.end)
    written +=
      text.slice(end, reference.start) + name.replace(/query_\d+/i, (word) => `${word.slice(0, 6)}${id}`)
    end = reference.end
  }
  return written + text.slice(end)
}

function scheduleHere(bringing: Bringing, row: Row): object | null {
  const schedule = objectOf(row, 'schedule')
  if (schedule === null || isTrue(row, 'is_archived') || bringing.options.paused) return null
  const known = ['interval', 'time', 'day_of_week', 'until', 'disabled']
  const checked = checkSchedule(
    Object.fromEntries(Object.entries(schedule).filter(([key]) => known.includes(key))),
  )
  if (checked.ok) return checked.schedule
  note(bringing, 'query', row, `Its schedule cannot come: ${String(checked.reason)}`)
  return null
}

export const visualizations: Kind = {
  kind: 'visualization',
  from: 'visualizations',
  to: 'visualizations',
  make(row, bringing) {
    const query_id = ourId(bringing, 'query', row['query_id'])
    if (query_id === null) return null
    return {
      values: {
        query_id,
        type: textOf(row, 'type', 100),
        name: textOf(row, 'name', 255),
        description: textOf(row, 'description', 4096),
        options: JSON.stringify(objectOf(row, 'options') ?? {}),
      },
      once: timesOf(row),
    }
  },
}

export const snippets: Kind = {
  kind: 'snippet',
  from: 'query_snippets',
  to: 'query_snippets',
  match: { columns: ['trigger'], key: (row) => [textOf(row, 'trigger', 255)] },
  make(row, bringing) {
    return {
      values: {
        org_id: bringing.orgId,
        trigger: textOf(row, 'trigger', 255),
        description: textOf(row, 'description'),
        user_id: ownerOf(bringing, row),
        snippet: textOf(row, 'snippet'),
      },
      once: timesOf(row),
    }
  },
}
