import { t } from '#shared/messages/translate.ts'

/** Name in the log -> label. The names are listed in docs/reference/api-administration.md#recorded-events. */
const actions: Readonly<Record<string, string>> = {
  view: t('Viewed'),
  list: t('Listed'),
  search: t('Searched'),
  load_favorites: t('Listed favorites'),
  create: t('Created'),
  edit: t('Edited'),
  archive: t('Archived'),
  delete: t('Deleted'),
  fork: t('Forked'),
  favorite: t('Added to favorites'),
  unfavorite: t('Removed from favorites'),
  pin: t('Pinned to the home page'),
  unpin: t('Unpinned from the home page'),
  execute_query: t('Ran a query'),
  api_get: t('Downloaded'),
  login: t('Logged in'),
  grant_permission: t('Granted a permission'),
  revoke_permission: t('Revoked a permission'),
  activate_api_key: t('Shared publicly'),
  deactivate_api_key: t('Stopped sharing'),
  regnerate_api_key: t('Regenerated the API key'),
  pause: t('Paused'),
  resume: t('Resumed'),
  test: t('Tested'),
  evaluate: t('Evaluated'),
  mute: t('Muted'),
  unmute: t('Unmuted'),
  subscribe: t('Subscribed'),
  unsubscribe: t('Unsubscribed'),
  send_again: t('Sent again'),
  invite: t('Invited again'),
  disable: t('Disabled'),
  enable: t('Enabled'),
  reset_password: t('Sent a password reset'),
  change_password: t('Changed the password'),
  confirm_identity: t('Confirmed who they are'),
  restore_email: t('Took back the email address'),
  enable_second_factor: t('Set up a second factor'),
  renew_recovery_codes: t('Renewed recovery codes'),
  disable_second_factor: t('Switched off the second factor'),
  reset_second_factor: t('Reset the second factor'),
  login_failed: t('Failed to log in'),
  end_sessions: t('Ended sessions'),
  add_member: t('Added a member'),
  remove_member: t('Removed a member'),
  add_data_source: t('Added a data source'),
  remove_data_source: t('Removed a data source'),
  change_data_source_permission: t('Changed access to a data source'),
}

const objects: Readonly<Record<string, string>> = {
  query: t('Query'),
  queries: t('Query permissions'),
  query_result: t('Query result'),
  visualization: t('Embedded visualization'),
  Visualization: t('Visualization'),
  dashboard: t('Dashboard'),
  dashboards: t('Dashboard permissions'),
  widget: t('Widget'),
  datasource: t('Data source'),
  data_source: t('Data source (runs)'),
  query_snippet: t('Query snippet'),
  alert: t('Alert'),
  destination: t('Alert destination'),
  user: t('User'),
  group: t('Group'),
  settings: t('Settings'),
  redash: t('Session'),
  page: t('Page'),
}

/** Clients may record any action; unknown ones keep their name. */
export function actionName(action: string): string {
  return (Object.hasOwn(actions, action) ? actions[action] : undefined) ?? action
}

export function objectName(objectType: string): string {
  return (Object.hasOwn(objects, objectType) ? objects[objectType] : undefined) ?? objectType
}

interface Choice {
  value: string
  label: string
}

/** The choices of the filter, including the one in the address. */
export function actionChoices(chosen: string | null): Choice[] {
  return choicesOf(actions, chosen)
}

export function objectChoices(chosen: string | null): Choice[] {
  return choicesOf(objects, chosen)
}

function choicesOf(names: Readonly<Record<string, string>>, chosen: string | null): Choice[] {
  const known = Object.entries(names).map(([value, label]) => ({ value, label }))
  const all =
    chosen === null || Object.hasOwn(names, chosen) ? known : [...known, { value: chosen, label: chosen }]
  return all.sort((a, b) => a.label.localeCompare(b.label))
}
