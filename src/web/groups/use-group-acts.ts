import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as api from '#shared/groups/groups-api.ts'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/toast.tsx'
import { groupsKey } from '../permissions/group-queries.ts'
import { notifyLinksEnded } from '../users/notify-links-ended.ts'

interface Named {
  id: number
  name: string
}

/**
 * Changes that admins make to groups, one at a time, with the messages of
 * docs/reference/screens-administration.md#group-messages.
 */
export function useGroupActs() {
  const client = useQueryClient()
  const [isWorking, setIsWorking] = useState(false)

  const run = async (failure: string, work: () => Promise<unknown>): Promise<boolean> => {
    if (isWorking) return false
    setIsWorking(true)
    try {
      await work()
      return true
    } catch (error) {
      notify.error(messageOf(error, t('Unknown error')), { title: failure })
      return false
    } finally {
      // members, possibly including this user, now see other objects
      await client.invalidateQueries({ queryKey: groupsKey })
      for (const key of ['users', 'data-sources', 'queries', 'dashboards'])
        void client.invalidateQueries({ queryKey: [key] })
      setIsWorking(false)
    }
  }

  return {
    isWorking,
    rename: (id: number, name: string) =>
      run(t('Failed to rename the group.'), () => call(api.saveGroup, { params: { id }, body: { name } })),
    /** `leave`: navigates away from a page of this group */
    remove: async ({ id, name }: Named, leave?: () => Promise<void>) => {
      const isSure = await confirm({
        title: t('Delete Group'),
        message: t(
          'Are you sure you want to delete the group “{name}”? Its members lose the access that it gives them.',
          {
            name,
          },
        ),
        confirmLabel: t('Delete'),
        danger: true,
      })
      if (!isSure) return false
      const isDone = await run(t('Failed to delete the group.'), async () => {
        await call(api.deleteGroup, { params: { id } })
        // otherwise a page of the group would refetch it
        await leave?.()
        client.removeQueries({ queryKey: [...groupsKey, id] })
      })
      if (isDone) notify.success(t('Group deleted successfully.'))
      return isDone
    },
    addMember: (id: number, userId: number) =>
      run(t('Failed to add member to group.'), async () => {
        const member = await call(api.addGroupMember, { params: { id }, body: { user_id: userId } })
        if (member.links_ended === true) notifyLinksEnded(member.name)
      }),
    removeMember: (id: number, userId: number) =>
      run(t('Failed to remove member from group.'), () =>
        call(api.removeGroupMember, { params: { id, user_id: userId } }),
      ),
    addSource: (id: number, sourceId: number) =>
      run(t('Failed to add data source to group.'), () =>
        call(api.addGroupDataSource, { params: { id }, body: { data_source_id: sourceId } }),
      ),
    setAccess: (id: number, sourceId: number, viewOnly: boolean) =>
      run(t('Failed change data source permissions.'), () =>
        call(api.changeGroupDataSource, {
          params: { id, data_source_id: sourceId },
          body: { view_only: viewOnly },
        }),
      ),
    removeSource: (id: number, sourceId: number) =>
      run(t('Failed to remove data source from group.'), () =>
        call(api.removeGroupDataSource, { params: { id, data_source_id: sourceId } }),
      ),
  }
}

export type GroupActs = ReturnType<typeof useGroupActs>
