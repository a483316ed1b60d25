import { optionsSchema } from '#connectors/options-schema.ts'
import { findConnector } from '#connectors/registry.ts'
import { findDestinationType } from '#destinations/registry.ts'
import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Options, unknownOptions, validateOptions } from '#shared/config-form/validate-options.ts'
import { isTrue, listOf, textOf } from '../redash/fields.ts'
import type { Row } from '../redash/redash-store.ts'
import { type Bringing, byteaOf, type Kind, note, ourId } from './bring-kind.ts'
import { bringLinks } from './bring-links.ts'
import type { Values } from './bring-store.ts'

const nameAndType = (row: Row) => [textOf(row, 'name', 255), textOf(row, 'type', 255)]

export const dataSources: Kind = {
  kind: 'data_source',
  from: 'data_sources',
  to: 'data_sources',
  match: { columns: ['name', 'type'], key: nameAndType },
  make(row, bringing) {
    const type = textOf(row, 'type', 255)
    const connector = findConnector(type)
    if (connector === undefined)
      note(
        bringing,
        'data_source',
        row,
        `There is no connector for the type "${type}": it is kept, but shown nowhere, and its queries cannot run.`,
      )
    return {
      values: {
        org_id: bringing.orgId,
        name: textOf(row, 'name', 255),
        type,
        queue_name: textOf(row, 'queue_name', 255) || 'queries',
        scheduled_queue_name: textOf(row, 'scheduled_queue_name', 255) || 'scheduled_queries',
      },
      ...optionsAndTime(
        bringing,
        row,
        optionsOf(bringing, 'data_source', row, connector && optionsSchema(connector)),
        pauseOf(row),
      ),
    }
  },
}

/** Options without their secrets are written once: a second import must not replace those that were completed here. */
function optionsAndTime({ redash, secrets }: Bringing, row: Row, options: Options, state: Values = {}) {
  const once = { ...state, created_at: row['created_at'] ?? new Date().toISOString() }
  return redash.withheld.length > 0
    ? { once: { ...once, encrypted_options: byteaOf(secrets.seal(options)) } }
    : { once, sealed: { encrypted_options: options } }
}

const withheldOf = (row: Row) => listOf(row, 'withheld_options').map(String)

/** Without its password, each run would fail, and some databases lock an account after a few failures. */
const pauseOf = (row: Row): Values => {
  const isPaused = withheldOf(row).length > 0
  return {
    is_paused: isPaused,
    pause_reason: isPaused ? `Imported without its secrets: enter ${withheldOf(row).join(', ')}.` : null,
  }
}

/** The options as they are stored here, with notes about those that are wrong or do not exist. */
export function optionsOf(
  bringing: Bringing,
  kind: string,
  row: Row,
  schema: ConfigurationSchema | undefined,
): Options {
  const options = bringing.redash.openOptions(row)
  if (options === null) {
    note(bringing, kind, row, 'Its options cannot be opened with this secret key: enter them again.')
    return {}
  }
  const withheld = withheldOf(row)
  if (withheld.length > 0)
    note(bringing, kind, row, `Its secrets are not given: enter ${withheld.join(', ')}.`)
  if (schema === undefined) return options
  const unknown = unknownOptions(schema, options)
  if (unknown.length > 0)
    note(bringing, kind, row, `Options that do not exist here were left out: ${unknown.join(', ')}.`)
  const validated = validateOptions(schema, options)
  if (validated.ok) return validated.options
  if (!withheld.some((name) => name === validated.field))
    note(bringing, kind, row, `The option ${validated.field} needs a change: ${String(validated.reason)}`)
  return Object.fromEntries(Object.entries(options).filter(([name]) => !unknown.includes(name)))
}

export async function bringSourceLinks(bringing: Bringing): Promise<void> {
  const links: { key: string; values: Values }[] = []
  for await (const page of bringing.redash.pages('data_source_groups')) {
    for (const row of page) {
      const data_source_id = ourId(bringing, 'data_source', row['data_source_id'])
      const group_id = ourId(bringing, 'group', row['group_id'])
      if (data_source_id === null || group_id === null) continue
      const key = `${String(row['data_source_id'])}:${String(row['group_id'])}`
      links.push({ key, values: { data_source_id, group_id, view_only: isTrue(row, 'view_only') } })
    }
  }
  await bringLinks(bringing, { kind: 'access', to: 'data_source_groups' }, links)
}

export const destinations: Kind = {
  kind: 'destination',
  from: 'notification_destinations',
  to: 'destinations',
  // their names are unique
  match: { columns: ['name'], key: (row) => [textOf(row, 'name', 255)] },
  make(row, bringing) {
    const type = textOf(row, 'type', 255)
    const schema = findDestinationType(type)?.configurationSchema
    if (schema === undefined)
      note(
        bringing,
        'destination',
        row,
        `There is no destination of the type "${type}": it is kept, but shown nowhere, and gets no messages.`,
      )
    return {
      values: {
        org_id: bringing.orgId,
        user_id: ourId(bringing, 'user', row['user_id']),
        name: textOf(row, 'name', 255),
        type,
      },
      ...optionsAndTime(bringing, row, optionsOf(bringing, 'destination', row, schema)),
    }
  },
}
