/** The permission strings that a group can have (docs/reference/api-access.md#permission-strings). */
export const permissions = [
  'admin',
  'super_admin',
  'create_dashboard',
  'create_query',
  'edit_dashboard',
  'edit_query',
  'view_query',
  'view_source',
  'execute_query',
  'list_users',
  'schedule_query',
  'list_dashboards',
  'list_alerts',
  'list_data_sources',
] as const

export type Permission = (typeof permissions)[number]

/** Permissions of the built-in group `default`, and of every new group. */
export const defaultGroupPermissions: readonly Permission[] = [
  'create_dashboard',
  'create_query',
  'edit_dashboard',
  'edit_query',
  'view_query',
  'view_source',
  'execute_query',
  'list_users',
  'schedule_query',
  'list_dashboards',
  'list_alerts',
  'list_data_sources',
]

/** Permissions of the built-in group `admin`. */
export const adminGroupPermissions: readonly Permission[] = ['admin', 'super_admin']
