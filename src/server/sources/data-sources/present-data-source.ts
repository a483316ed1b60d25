import type { Connector } from '#connectors/connector.ts'
import { optionsSchema } from '#connectors/options-schema.ts'
import { findConnector } from '#connectors/registry.ts'
import type { Secrets } from '#server/kernel/index.ts'
import { withReferences } from '#shared/config-form/secret-reference.ts'
import { maskSecrets, type Options } from '#shared/config-form/validate-options.ts'
import type { DataSource, DataSourceDetail } from '#shared/data-sources/data-sources-api.ts'
import { type Actor, accessLevel, hasPermission } from '#shared/permissions/can.ts'
import type { StoredDataSource } from './data-source-store.ts'

/** The fields for all users of the data source; null if its type is no longer supported. */
export function presentDataSource(actor: Actor, stored: StoredDataSource): DataSource | null {
  const connector = findConnector(stored.type)
  if (connector === undefined) return null
  return {
    id: stored.id,
    name: stored.name,
    type: stored.type,
    syntax: connector.syntax,
    sql_style: connector.sqlStyle,
    paused: stored.is_paused ? 1 : 0,
    pause_reason: stored.pause_reason,
    supports_auto_limit: connector.autoLimit !== null,
    ...(connector.estimates && { supports_estimates: true as const }),
    view_only: accessLevel(actor, stored.groups) !== 'full',
  }
}

/** Additional fields for admins: masked options, queues, groups and limits. */
export function presentDataSourceDetail(
  secrets: Secrets,
  actor: Actor,
  stored: StoredDataSource,
): DataSourceDetail | null {
  const base = presentDataSource(actor, stored)
  const connector = findConnector(stored.type)
  if (base === null || connector === undefined || !hasPermission(actor, 'admin')) return base
  return {
    ...base,
    options: shownOptions(connector, secrets.unseal(stored.encrypted_options)),
    queue_name: stored.queue_name,
    scheduled_queue_name: stored.scheduled_queue_name,
    groups: { ...stored.groups.view_only },
    limits: stored.limits,
  }
}

function shownOptions(connector: Connector, options: Options): Options {
  const schema = optionsSchema(connector)
  return withReferences(schema, maskSecrets(schema, options), options)
}
