import * as links from '#shared/account-links/account-links-api.ts'
import * as groups from '#shared/groups/groups-api.ts'
import * as sessions from '#shared/session/user-sessions-api.ts'
import * as users from '#shared/users/users-api.ts'
import { on, onObject, onPage, type RecordedEvent } from './recorded-event.ts'
import { signedIn } from './signed-in.ts'

/** Of users and groups (reference-api section 12); beside it who came or went, and whose sessions were ended. */
export const peopleEvents: readonly RecordedEvent[] = [
  on(users.listUsers, ({ query: { q = '', pending } }) =>
    q.trim() === ''
      ? { action: 'list', object_type: 'user', properties: { pending: pending ?? null } }
      : { action: 'search', object_type: 'user', properties: { term: q.slice(0, 500) } },
  ),
  onObject(users.getUser, 'view', 'user'),
  on(users.createUser, ({ answer }) => ({
    ...{ action: 'create', object_type: 'user', object_id: answer.id },
  })),
  on(users.saveUser, ({ params, body }) => ({
    ...{ action: 'edit', object_type: 'user', object_id: params.id },
    // names of fields alone: values may be passwords
    properties: { updated_fields: Object.keys(body).filter((field) => field !== 'old_password') },
  })),
  onObject(users.regenerateUserApiKey, 'regnerate_api_key', 'user'),
  onObject(users.disableUser, 'disable', 'user'),
  onObject(users.enableUser, 'enable', 'user'),
  onObject(users.deleteUser, 'delete', 'user'),
  onObject(users.inviteUser, 'invite', 'user'),
  onObject(users.resetUserPassword, 'reset_password', 'user'),
  onObject(sessions.endUserSessions, 'end_sessions', 'user'),
  onObject(sessions.endUserSession, 'end_sessions', 'user'),
  on(links.acceptInvitation, signedIn),
  on(links.resetPassword, signedIn),
  ...['/oauth/google_callback', '/oauth/openid_callback', '/saml/complete'].map((path) =>
    onPage(path, signedIn),
  ),

  on(groups.listGroups, () => ({ action: 'list', object_type: 'group' })),
  onObject(groups.getGroup, 'view', 'group'),
  on(groups.createGroup, ({ answer }) => ({
    ...{ action: 'create', object_type: 'group', object_id: answer.id },
  })),
  onObject(groups.saveGroup, 'edit', 'group'),
  onObject(groups.deleteGroup, 'delete', 'group'),
  on(groups.addGroupMember, ({ params, body }) => ({
    ...{ action: 'add_member', object_type: 'group', object_id: params.id },
    properties: { member_id: body.user_id },
  })),
  on(groups.removeGroupMember, ({ params }) => ({
    ...{ action: 'remove_member', object_type: 'group', object_id: params.id },
    properties: { member_id: params.user_id },
  })),
  on(groups.addGroupDataSource, ({ params, body }) => ({
    ...{ action: 'add_data_source', object_type: 'group', object_id: params.id },
    properties: { member_id: body.data_source_id },
  })),
  on(groups.changeGroupDataSource, ({ params, body }) => ({
    ...{ action: 'change_data_source_permission', object_type: 'group', object_id: params.id },
    properties: { member_id: params.data_source_id, view_only: body.view_only },
  })),
  on(groups.removeGroupDataSource, ({ params }) => ({
    ...{ action: 'remove_data_source', object_type: 'group', object_id: params.id },
    properties: { member_id: params.data_source_id },
  })),
]
