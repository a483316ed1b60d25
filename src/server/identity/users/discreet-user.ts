import type { User } from '#shared/users/user.ts'

/**
 * A user as bearers of a query's key see him: they may be anybody who looks at a page with an embedded visualization.
 * The name stays; address, picture (it is found by the address), groups and habits do not.
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
