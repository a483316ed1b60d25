import { expect, it } from 'vitest'
import { adminGroupPermissions } from '#shared/permissions/permission.ts'
import { clientConfig } from '#shared/session/client-config.ts'
import type { SessionMessage } from '#shared/session/session-api.ts'
import { noticesFor } from './notices-for.ts'

const facts = {
  version: '1.2.3',
  pageSize: 20,
  pageSizeOptions: [20],
  tableCellMaxJsonSize: 50_000,
  queryRefreshIntervals: [60],
  refreshesQueries: false,
  dashboardRefreshIntervals: [60],
  allowCustomJsVisualizations: false,
  autoPublishNamedQueries: true,
  mailDefaultSender: null,
  logins: { google: false, openid: false, ldap: false, remote_user: false, jwt: false },
}

function session(isAdmin: boolean, messages: SessionMessage[], newestVersion: string | null, stored = {}) {
  const permissions = isAdmin ? [...adminGroupPermissions] : []
  return {
    user: { profile_image_url: '', id: 1, name: 'Ada', email: 'ada@example.com', groups: [], permissions },
    messages,
    org_slug: 'default',
    client_config: clientConfig(facts, stored, '', { isAdmin, newestVersion }),
  }
}

it('shows admins all notices, those that require action first', () => {
  const all = session(true, ['using-deprecated-embed-feature', 'email-not-verified'], '1.3.0')
  expect(noticesFor(all, null)).toEqual(['verify-email', 'deprecated-embeds', 'new-version'])
})

it('shows other users only the notice about their email address', () => {
  expect(noticesFor(session(false, ['email-not-verified'], '1.3.0'), null)).toEqual(['verify-email'])
})

it('is empty if all is well', () => {
  expect(noticesFor(session(true, [], null, { beacon_consent: false }), null)).toEqual([])
})

it('omits a version that was dismissed, but not the next one', () => {
  const outdated = session(true, [], '1.3.0', { beacon_consent: true })
  expect(noticesFor(outdated, '1.3.0')).toEqual([])
  expect(noticesFor(outdated, '1.2.9')).toEqual(['new-version'])
})
