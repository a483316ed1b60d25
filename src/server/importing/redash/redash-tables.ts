/** The tables of Redash that an import reads: the columns that all versions from 8 on have, and those that some have. */
export const redashTables = {
  organizations: { needed: ['id', 'name', 'slug', 'settings', 'created_at'], known: ['updated_at'] },
  groups: { needed: ['id', 'org_id', 'type', 'name', 'permissions'], known: ['created_at'] },
  users: {
    needed: ['id', 'org_id', 'name', 'email', 'password_hash', 'groups', 'api_key', 'disabled_at', 'details'],
    known: ['created_at', 'updated_at', 'profile_image_url'],
  },
  data_sources: {
    needed: ['id', 'org_id', 'name', 'type', 'encrypted_options'],
    known: ['options', 'queue_name', 'scheduled_queue_name', 'created_at'],
  },
  data_source_groups: { needed: ['data_source_id', 'group_id', 'view_only'], known: ['id'] },
  queries: {
    needed: [
      'id',
      'org_id',
      'name',
      'query',
      'data_source_id',
      'user_id',
      'is_archived',
      'is_draft',
      'options',
      'tags',
    ],
    known: [
      ...['description', 'api_key', 'schedule', 'last_modified_by_id', 'created_at', 'updated_at', 'version'],
      ...['query_hash', 'latest_query_data_id', 'schedule_failures', 'search_vector'],
    ],
  },
  visualizations: {
    needed: ['id', 'query_id', 'type', 'name', 'options'],
    known: ['description', 'created_at', 'updated_at'],
  },
  query_snippets: {
    needed: ['id', 'org_id', 'trigger', 'snippet', 'user_id'],
    known: ['description', 'created_at', 'updated_at'],
  },
  dashboards: {
    needed: ['id', 'org_id', 'name', 'slug', 'user_id', 'is_archived', 'is_draft', 'tags'],
    known: ['version', 'layout', 'dashboard_filters_enabled', 'options', 'created_at', 'updated_at'],
  },
  widgets: {
    needed: ['id', 'dashboard_id', 'visualization_id', 'text', 'options'],
    known: ['width', 'created_at', 'updated_at'],
  },
  api_keys: {
    needed: ['id', 'org_id', 'object_type', 'object_id', 'api_key', 'active'],
    known: ['created_by_id', 'created_at', 'updated_at'],
  },
  notification_destinations: {
    needed: ['id', 'org_id', 'name', 'type'],
    known: ['options', 'encrypted_options', 'user_id', 'created_at'],
  },
  alerts: {
    needed: ['id', 'name', 'query_id', 'user_id', 'options', 'state'],
    known: ['last_triggered_at', 'rearm', 'created_at', 'updated_at'],
  },
  alert_subscriptions: {
    needed: ['id', 'alert_id', 'user_id', 'destination_id'],
    known: ['created_at', 'updated_at'],
  },
  favorites: {
    needed: ['id', 'object_type', 'object_id', 'user_id'],
    known: ['org_id', 'created_at', 'updated_at'],
  },
  access_permissions: {
    needed: ['id', 'object_type', 'object_id', 'access_type', 'grantor_id', 'grantee_id'],
    known: [],
  },
} as const satisfies Record<string, { needed: readonly string[]; known: readonly string[] }>

export type RedashTable = keyof typeof redashTables

/** Revisions of its schema before the one that gave dashboards 12 columns, in 2025. */
const sixColumns = new Set([
  ...['e5c7a4e2df4d', '0ec979123ba4', 'd7d747033183', '89bc7873a3e0', 'fd4fc850d7ea', '7205816877ec'],
  ...['7ce5925f832b', '1038c2174f5d', '9e8c841d1a30', '1655999df5e3', '71477dadd6ef', 'e7004224f284'],
])

export const dashboardColumns = (revision: string): 6 | 12 => (sixColumns.has(revision) ? 6 : 12)
