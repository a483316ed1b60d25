import { t } from '#shared/messages/translate.ts'

/** The lists of people, beside each other; each is an address of its own (docs/reference/screens-administration.md#user-list). */
export interface UserPlace {
  to: '/users' | '/users/pending' | '/users/disabled'
  label: string
  /** what the server is asked for */
  filter: { pending?: string; disabled?: string }
  nobody: string
  /** only for those who can create users */
  needsCreate: boolean
}

export const activeUsers: UserPlace = {
  to: '/users',
  label: t('Active Users'),
  filter: { pending: 'false' },
  nobody: t('There are no active users.'),
  needsCreate: false,
}

export const pendingUsers: UserPlace = {
  to: '/users/pending',
  label: t('Pending Invitations'),
  filter: { pending: 'true' },
  nobody: t('There are no pending invitations.'),
  needsCreate: false,
}

export const disabledUsers: UserPlace = {
  to: '/users/disabled',
  label: t('Disabled Users'),
  filter: { disabled: 'true' },
  nobody: t('There are no disabled users.'),
  needsCreate: true,
}

export const userPlaces: readonly UserPlace[] = [activeUsers, pendingUsers, disabledUsers]
