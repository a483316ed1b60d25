import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import * as api from '#shared/users/users-api.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/toast.tsx'
import { userQuery, usersKey } from './user-queries.ts'

interface Named {
  id: number
  name: string
}

/** A link that was not mailed, for the admin to send. */
export interface HandedLink {
  link: string
  name: string
}

/**
 * Enables, disables, invites and deletes users, with the messages of
 * docs/reference/screens-administration.md#user-messages.
 */
export function useUserActs() {
  const client = useQueryClient()
  const [working, setWorking] = useState<number | null>(null)
  const [leaving, setLeaving] = useState<Named | null>(null)
  const [handed, setHanded] = useState<HandedLink | null>(null)

  const run = async (user: Named, failure: string, work: () => Promise<void>): Promise<boolean> => {
    if (working !== null) return false
    setWorking(user.id)
    try {
      await work()
      return true
    } catch (error) {
      notifyFailure(failure, error)
      return false
    } finally {
      await client.invalidateQueries({ queryKey: usersKey })
      setWorking(null)
    }
  }
  const keep = (user: api.UserDetail) => client.setQueryData(userQuery(user.id).queryKey, user)

  return {
    /** id of the user whose action is running */
    working,
    handed,
    forgetHanded: () => setHanded(null),
    enable: (user: Named) =>
      run(user, t('Cannot enable user'), async () => {
        keep(await call(api.enableUser, { params: { id: user.id } }))
        notify.success(t('User {name} is now enabled.', { name: user.name }))
      }),
    /** the user about whom the dialog asks; null: closed */
    leaving,
    stay: () => setLeaving(null),
    disable: (user: Named) => setLeaving(user),
    disabled: async (user: api.UserDetail) => {
      keep(user)
      setLeaving(null)
      notify.warning(t('User {name} is now disabled.', { name: user.name }))
      await client.invalidateQueries({ queryKey: usersKey })
    },
    remove: async (user: Named) => {
      const isSure = await confirm({
        title: t('Delete User'),
        message: t('Are you sure you want to delete the invitation of {name}? Its link stops working.', {
          name: user.name,
        }),
        confirmLabel: t('Delete'),
        danger: true,
      })
      if (!isSure) return false
      return await run(user, t('Cannot delete user'), async () => {
        await call(api.deleteUser, { params: { id: user.id } })
        notify.warning(t('User {name} has been deleted.', { name: user.name }))
      })
    },
    invite: (user: Named) =>
      run(user, t('Failed to resend invitation'), async () => {
        const { invite_link: link } = await call(api.inviteUser, { params: { id: user.id } })
        if (link === undefined) notify.success(t('Invitation sent.'))
        else setHanded({ link, name: user.name })
      }),
    resetPassword: (user: Named) =>
      run(user, t('Failed to send password reset email'), async () => {
        const { reset_link: link } = await call(api.resetUserPassword, { params: { id: user.id } })
        if (link === undefined) notify.success(t('Password reset email sent.'))
        else setHanded({ link, name: user.name })
      }),
  }
}

export type UserActs = ReturnType<typeof useUserActs>

/**
 * A toast with what failed, and the server's message below (docs/reference/screens-administration.md#user-messages).
 */
export function notifyFailure(what: string, error: unknown): void {
  notify.error(messageOf(error, t('Unknown error')), { title: what })
}
