import { ActionIcon, Badge, Modal, Text, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { t } from '#shared/messages/translate.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { notify } from '#web/ui/toast.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import type { GrantsOf } from './grants.ts'
import classes from './manage-permissions.module.css'
import { type Person, PersonFacts, UserSearch } from './user-search.tsx'

export interface ManagePermissionsDialogProps {
  author: Person
  grants: GrantsOf
  onClose(): void
}

/** Who may modify an object besides its author and admins (docs/reference/screens.md#manage-permissions). */
export function ManagePermissionsDialog({ author, grants, onClose }: ManagePermissionsDialogProps) {
  useFocusReturn()
  const search = useRef<HTMLInputElement>(null)
  const { people, error, add, remove, reload } = useGrants(grants)
  const listed = people === null ? null : [author, ...people.filter(({ id }) => id !== author.id)]
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Manage Permissions')}
      size={520}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('Editing is enabled for the users listed here and for admins.')}
      </Text>
      <UserSearch field={search} without={(listed ?? [author]).map(({ id }) => id)} onChoose={add} />
      {error ? (
        <ErrorAlert title={t('Failed to load grantees list')} error={error} onRetry={reload} />
      ) : listed === null ? (
        <TableSkeleton rows={3} rowHeight={44} />
      ) : (
        <ul className={classes.list} aria-label={t('Users with permission to edit')}>
          {listed.map((person) => (
            <li key={person.id} className={classes.person}>
              <PersonFacts person={person} />
              {person.id === author.id ? (
                <Badge variant="light" color="gray" radius="sm" tt="none">
                  {t('Author')}
                </Badge>
              ) : (
                <Tooltip label={t('Remove user permissions')}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('Remove {name}', { name: person.name })}
                    onClick={() => {
                      // the button disappears with its row
                      search.current?.focus()
                      remove(person)
                    }}
                  >
                    <IconX size={16} />
                  </ActionIcon>
                </Tooltip>
              )}
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}

/** The users with a grant, and actions to change them. */
function useGrants(grants: GrantsOf) {
  const client = useQueryClient()
  const isChanging = useRef(false)
  const { data, error, refetch } = useQuery({
    queryKey: grants.key,
    queryFn: ({ signal }) => grants.list(signal),
    staleTime: 0,
    gcTime: 0,
  })
  const change = async (work: () => Promise<unknown>, complaint: string) => {
    if (isChanging.current) return
    isChanging.current = true
    try {
      await work()
    } catch (reason) {
      const said = reason instanceof ApiError ? messageOf(reason, '') : ''
      notify.error(said === '' ? complaint : said, said === '' ? {} : { title: complaint })
    }
    // also after a failure: another user may have changed the list
    await client.invalidateQueries({ queryKey: grants.key })
    isChanging.current = false
  }
  return {
    people: data === undefined ? null : (data.modify ?? []),
    error: data === undefined ? error : null,
    add: (person: Person) =>
      void change(() => grants.grant(person.id), t('Could not grant permission to the user')),
    remove: (person: Person) =>
      void change(() => grants.revoke(person.id), t('Could not remove permission from the user')),
    reload: () => void refetch(),
  }
}
