import * as links from '#shared/account-links/account-links-api.ts'
import * as keys from '#shared/api-keys/api-keys-api.ts'
import * as groups from '#shared/groups/groups-api.ts'
import * as factor from '#shared/second-factor/second-factor-api.ts'
import * as proofs from '#shared/session/proof-api.ts'
import * as sessions from '#shared/session/user-sessions-api.ts'
import { logInWithLdap } from '#shared/sign-in/ldap-api.ts'
import { defaultChoices } from '#shared/users/opened-api.ts'
import * as users from '#shared/users/users-api.ts'
import { on, onObject, onPage, type RecordedEvent, signedIn } from './recorded-event.ts'

/**
 * Events of users and groups (docs/reference/api-administration.md#recorded-events), plus invited and removed
 * users, ended sessions and second factors.
 */
export const peopleEvents: readonly RecordedEvent[] = [
  on(users.listUsers, ({ query: { q = '', pending } }) =>
    q.trim() === ''
      ? { action: 'list', object_type: 'user', properties: { pending: pending ?? null } }
      : { action: 'search', object_type: 'user', properties: { term: q.slice(0, 500) } },
  ),
  onObject(users.getUser, 'view', 'user'),
  on(users.createUser, ({ answer }) => ({
    action: 'create',
    object_type: 'user',
    object_id: answer.id,
  })),
  on(users.saveUser, ({ params, body, answer }) => ({
    action: 'edit',
    object_type: 'user',
    object_id: params.id,
    // only names of fields: values may be passwords
    properties: {
      updated_fields: Object.keys(body).filter((field) => field !== 'old_password'),
      ...linksEnded(answer),
    },
  })),
  onObject(users.regenerateUserApiKey, 'regnerate_api_key', 'user'),
  on(keys.createApiKey, ({ params, answer: { api_key: _, ...key } }) => ({
    action: 'create_api_key',
    object_type: 'user',
    object_id: params.id,
    properties: factsOfKey(key),
  })),
  on(keys.revokeApiKey, ({ params, answer }) => ({
    action: 'revoke_api_key',
    object_type: 'user',
    object_id: params.id,
    properties: factsOfKey(answer),
  })),
  on(users.disableUser, ({ params, body }) => ({
    action: 'disable',
    object_type: 'user',
    object_id: params.id,
    // what happened to the links, keys, schedules and alerts
    properties: { ...defaultChoices, ...body },
  })),
  onObject(users.enableUser, 'enable', 'user'),
  onObject(users.deleteUser, 'delete', 'user'),
  onObject(users.inviteUser, 'invite', 'user'),
  onObject(users.resetUserPassword, 'reset_password', 'user'),
  on(proofs.giveProof, ({ actor }) => ({
    action: 'confirm_identity',
    object_type: 'user',
    object_id: actor?.user_id ?? null,
  })),
  onObject(sessions.endUserSessions, 'end_sessions', 'user'),
  onObject(sessions.endUserSession, 'end_sessions', 'user'),
  onObject(factor.confirmSecondFactor, 'enable_second_factor', 'user'),
  onObject(factor.renewRecoveryCodes, 'renew_recovery_codes', 'user'),
  onObject(factor.switchOffSecondFactor, 'disable_second_factor', 'user'),
  onObject(factor.resetSecondFactor, 'reset_second_factor', 'user'),
  on(factor.enterCode, signedIn),
  on(logInWithLdap, signedIn),
  onPage('/remote_user/login', signedIn),
  on(links.acceptInvitation, signedIn),
  on(links.resetPassword, signedIn),
  on(links.restoreEmail, ({ request: { restoredUser } }) =>
    restoredUser === undefined
      ? null
      : {
          action: 'restore_email',
          object_type: 'user',
          object_id: restoredUser.id,
          org_id: restoredUser.org_id,
          properties: {
            email: restoredUser.email,
            ...(restoredUser.taken_from === null ? {} : { taken_from: restoredUser.taken_from }),
          },
          // the user of the link, who is not signed in
          person: { user_id: restoredUser.id, actor_name: restoredUser.email },
        },
  ),
  ...['/oauth/google_callback', '/oauth/openid_callback', '/saml/complete'].map((path) =>
    onPage(path, signedIn),
  ),

  on(groups.listGroups, () => ({ action: 'list', object_type: 'group' })),
  onObject(groups.getGroup, 'view', 'group'),
  on(groups.createGroup, ({ answer }) => ({
    action: 'create',
    object_type: 'group',
    object_id: answer.id,
  })),
  onObject(groups.saveGroup, 'edit', 'group'),
  onObject(groups.deleteGroup, 'delete', 'group'),
  on(groups.addGroupMember, ({ params, body, answer }) => ({
    action: 'add_member',
    object_type: 'group',
    object_id: params.id,
    properties: { member_id: body.user_id, ...linksEnded(answer) },
  })),
  on(groups.removeGroupMember, ({ params }) => ({
    action: 'remove_member',
    object_type: 'group',
    object_id: params.id,
    properties: { member_id: params.user_id },
  })),
  on(groups.addGroupDataSource, ({ params, body }) => ({
    action: 'add_data_source',
    object_type: 'group',
    object_id: params.id,
    properties: { member_id: body.data_source_id },
  })),
  on(groups.changeGroupDataSource, ({ params, body }) => ({
    action: 'change_data_source_permission',
    object_type: 'group',
    object_id: params.id,
    properties: { member_id: params.data_source_id, view_only: body.view_only },
  })),
  on(groups.removeGroupDataSource, ({ params }) => ({
    action: 'remove_data_source',
    object_type: 'group',
    object_id: params.id,
    properties: { member_id: params.data_source_id },
  })),
]

const factsOfKey = ({ id, name, scopes, data_source_ids, expires_at }: keys.ApiKey) => ({
  ...{ key_id: id, name, scopes, data_source_ids, expires_at },
})

/** The user became an admin, which ended links to their account that were handed over. */
function linksEnded(answer: { links_ended?: boolean | undefined }): { links_ended?: true } {
  return answer.links_ended === true ? { links_ended: true } : {}
}
