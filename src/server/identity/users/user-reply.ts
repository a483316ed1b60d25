import { createHash } from 'node:crypto'
import type { User } from '#shared/users/user.ts'

/** The columns of `users`, and the user's groups, for replies. Stores of other features select the same. */
export interface StoredUser {
  id: number
  name: string
  email: string
  profile_image_url: string | null
  group_ids: number[]
  has_password: boolean
  is_invitation_pending: boolean
  is_email_verified: boolean
  disabled_at: Date | null
  active_at: Date | null
  created_at: Date
  updated_at: Date
}

/** The user as shown with objects (docs/reference/api-conventions.md#user). */
export function userReply(user: StoredUser): User {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    profile_image_url: profileImageUrl(user),
    groups: user.group_ids,
    updated_at: user.updated_at.toISOString(),
    created_at: user.created_at.toISOString(),
    disabled_at: user.disabled_at?.toISOString() ?? null,
    is_disabled: user.disabled_at !== null,
    active_at: user.active_at?.toISOString() ?? null,
    is_invitation_pending: user.is_invitation_pending,
    is_email_verified: user.is_email_verified,
    auth_type: user.has_password ? 'password' : 'external',
  }
}

/** The stored picture, else Gravatar's; a neutral one for disabled users. */
export function profileImageUrl(user: {
  email: string
  profile_image_url: string | null
  disabled_at?: Date | null
}): string {
  if (user.disabled_at) return '/static/images/avatar.svg'
  if (user.profile_image_url) return user.profile_image_url
  const digest = createHash('md5').update(user.email.toLowerCase()).digest('hex')
  return `https://www.gravatar.com/avatar/${digest}?s=40&d=identicon`
}

/**
 * A user as bearers of a query's key see them: any visitor of a page with an embedded visualization. Keeps the
 * name; drops address, picture (it is derived from the address), groups and habits.
 */
export function discreetUser(user: User): User {
  return {
    ...user,
    email: '',
    profile_image_url: '/static/images/avatar.svg',
    groups: [],
    active_at: null,
  }
}
