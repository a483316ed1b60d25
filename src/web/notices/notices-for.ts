import type { ReplyOf } from '#shared/http/endpoint.ts'
import type { getSession } from '#shared/session/session-api.ts'

export type Notice = 'new-version' | 'verify-email' | 'deprecated-embeds'

/** Where this browser remembers the version whose notice the user has dismissed. */
export const dismissedVersionOption = 'dismissedVersion'

/** The notices for this user on the home page, in order. `dismissedVersion`: see above. */
export function noticesFor(
  { user, messages, client_config }: ReplyOf<typeof getSession>,
  dismissedVersion: string | null,
): Notice[] {
  const { newestVersion, newVersionAvailable } = client_config
  const isOutdated = newVersionAvailable === true && user.permissions.includes('super_admin')
  const notices: (Notice | false)[] = [
    messages.includes('email-not-verified') && 'verify-email',
    messages.includes('using-deprecated-embed-feature') && 'deprecated-embeds',
    isOutdated && newestVersion !== dismissedVersion && 'new-version',
  ]
  return notices.filter((notice) => notice !== false)
}
