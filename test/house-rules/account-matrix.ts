import type { AppUnderTest } from '#test/app-under-test.ts'
import { createGroup, createUser, next, type TestUser } from '#test/factories.ts'

/**
 * What an admin may do to accounts by API key, or in a browser that has not proved who uses it:
 *
 * - `always`: names, invitations, ordinary groups: programs do that
 * - `unless admins`: not if the account or the group is that of admins
 * - `never`: it gives control of an account
 */
export type Verdict = 'always' | 'unless admins' | 'never'

/** The account and the group that change. */
export interface Changed {
  user: TestUser
  group: number
}

export interface AccountRow {
  /** as the table of docs/reference/api-administration.md says it */
  what: string
  route: string
  verdict: Verdict
  /** status of success; by default 200 */
  success?: number
  body?: (app: AppUnderTest, changed: Changed) => object
  prepare?: (app: AppUnderTest, changed: Changed) => Promise<void>
}

const newPerson = () => ({ name: 'Eve', email: `eve-${next()}@example.com` })
const set = (app: AppUnderTest, { user }: Changed, values: object) =>
  app.context.db.updateTable('users').set(values).where('id', '=', user.id).execute()
const invite = async (app: AppUnderTest, changed: Changed) => {
  await set(app, changed, { is_invitation_pending: true })
}
const join = async ({ context }: AppUnderTest, { user, group }: Changed) => {
  await context.db.insertInto('group_members').values({ group_id: group, user_id: user.id }).execute()
}

/** Every route that changes accounts or groups. */
export const accountMatrix: readonly AccountRow[] = [
  { what: 'create and invite a user', route: 'POST /api/users', verdict: 'always', body: newPerson },
  { what: 'invite again', route: 'POST /api/users/:id/invite', verdict: 'always', prepare: invite },
  {
    what: 'change a name',
    route: 'POST /api/users/:id',
    verdict: 'always',
    body: () => ({ name: 'Grace' }),
  },
  {
    what: 'change an address',
    route: 'POST /api/users/:id',
    verdict: 'never',
    body: () => ({ email: newPerson().email }),
  },
  {
    what: "change a user's groups",
    route: 'POST /api/users/:id',
    verdict: 'unless admins',
    prepare: join,
    body: ({ organization }) => ({ group_ids: [organization.defaultGroup] }),
  },
  {
    what: 'make an administrator',
    route: 'POST /api/users/:id',
    verdict: 'never',
    body: ({ organization: { adminGroup, defaultGroup } }, { group }) => ({
      group_ids: [adminGroup, defaultGroup, group],
    }),
  },
  { what: 'disable a user', route: 'POST /api/users/:id/disable', verdict: 'unless admins' },
  {
    what: 'enable a user',
    route: 'DELETE /api/users/:id/disable',
    verdict: 'unless admins',
    prepare: async (app, changed) => {
      await set(app, changed, { disabled_at: new Date() })
    },
  },
  {
    what: 'withdraw an invitation',
    route: 'DELETE /api/users/:id',
    verdict: 'unless admins',
    prepare: invite,
  },
  { what: 'regenerate a key', route: 'POST /api/users/:id/regenerate_api_key', verdict: 'never' },
  {
    what: 'send a link for a new password',
    route: 'POST /api/users/:id/reset_password',
    verdict: 'never',
  },
  {
    what: 'make a key with scopes',
    route: 'POST /api/users/:id/keys',
    verdict: 'never',
    body: () => ({ name: 'A key', scopes: ['read'] }),
  },
  {
    what: 'revoke a key with scopes',
    route: 'DELETE /api/users/:id/keys/:key_id',
    verdict: 'never',
    // there is none
    success: 404,
  },
  { what: 'end all sessions', route: 'DELETE /api/users/:id/sessions', verdict: 'never' },
  {
    what: 'end a session',
    route: 'DELETE /api/users/:id/sessions/:session_id',
    verdict: 'never',
    // there is none
    success: 404,
  },
  {
    what: 'reset a second factor',
    route: 'DELETE /api/users/:id/second_factor',
    verdict: 'never',
    // it is off
    success: 409,
  },
  {
    what: 'create a group',
    route: 'POST /api/groups',
    verdict: 'always',
    body: () => ({ name: `group ${next()}` }),
  },
  {
    what: 'rename a group',
    route: 'POST /api/groups/:group',
    verdict: 'unless admins',
    body: () => ({ name: `group ${next()}` }),
  },
  { what: 'delete a group', route: 'DELETE /api/groups/:group', verdict: 'unless admins' },
  {
    what: 'add a member to a group',
    route: 'POST /api/groups/:group/members',
    verdict: 'unless admins',
    body: (_, { user }) => ({ user_id: user.id }),
  },
  {
    what: 'remove a member from a group',
    route: 'DELETE /api/groups/:group/members/:id',
    verdict: 'unless admins',
    prepare: join,
  },
  {
    what: 'change settings `auth_…`',
    route: 'POST /api/settings/organization',
    verdict: 'never',
    body: () => ({ auth_saml_sso_url: `https://${next()}.example.com` }),
  },
  {
    what: 'require a new key with each new password',
    route: 'POST /api/settings/organization',
    verdict: 'never',
    body: ({ context: _ }, { user }) => ({ renew_api_key_with_password: user.id % 2 === 0 }),
    prepare: async ({ context }, { user }) => {
      const settings = JSON.stringify({ renew_api_key_with_password: user.id % 2 !== 0 })
      await context.db.updateTable('organizations').set({ settings }).execute()
    },
  },
  {
    what: 'choose how long keys last',
    route: 'POST /api/settings/organization',
    verdict: 'never',
    body: (_, { user }) => ({ api_key_max_days: 10 + user.id }),
  },
  {
    what: 'change other settings',
    route: 'POST /api/settings/organization',
    verdict: 'always',
    body: () => ({ hide_plotly_mode_bar: true }),
  },
]

/** Routes that change something else, and what. */
export const otherRoutes: Readonly<Record<string, string>> = {
  'POST /api/users/:id/second_factor': "the caller's own factor: always by session",
  'POST /api/users/:id/second_factor/confirm': "the caller's own factor: always by session",
  'POST /api/users/:id/second_factor/recovery_codes': "the caller's own factor: always by session",
  'POST /api/users/:id/second_factor/switch_off': "the caller's own factor: always by session",
  'POST /api/groups/:id/data_sources': 'access to data',
  'POST /api/groups/:id/data_sources/:data_source_id': 'access to data',
  'DELETE /api/groups/:id/data_sources/:data_source_id': 'access to data',
}

/** An ordinary user and group, or those of admins. */
export async function createChanged(app: AppUnderTest, isAdmins: boolean): Promise<Changed> {
  const { adminGroup, defaultGroup } = app.organization
  const user = await createUser(app.context, {
    groups: isAdmins ? [adminGroup, defaultGroup] : [defaultGroup],
  })
  const group = await createGroup(app.context, isAdmins ? { permissions: ['admin'] } : {})
  return { user, group }
}
