import type { User } from '#shared/users/user.ts'

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
