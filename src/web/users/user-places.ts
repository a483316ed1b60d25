import { t } from '#shared/messages/translate.ts'

/** The lists of users, each with its own address (docs/reference/screens-administration.md#user-list). */
export interface UserPlace {
  to: '/users' | '/users/pending' | '/users/disabled'
  label: string
  /** filter of the request */
  filter: { pending?: string; disabled?: string }
  emptyTitle: string
  /** only for viewers who can create users */
  needsCreate: boolean
}

export const activeUsers: UserPlace = {
  to: '/users',
  label: t('Active Users'),
  filter: { pending: 'false' },
  emptyTitle: t('There are no active users.'),
  needsCreate: false,
}

export const pendingUsers: UserPlace = {
  to: '/users/pending',
  label: t('Pending Invitations'),
  filter: { pending: 'true' },
  emptyTitle: t('There are no pending invitations.'),
  needsCreate: false,
}

export const disabledUsers: UserPlace = {
  to: '/users/disabled',
  label: t('Disabled Users'),
  filter: { disabled: 'true' },
  emptyTitle: t('There are no disabled users.'),
  needsCreate: true,
}

export const userPlaces: readonly UserPlace[] = [activeUsers, pendingUsers, disabledUsers]
