import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { plural, t } from '#shared/messages/translate.ts'
import { defaultChoices, listOpened, type OpenedChoice, type OpenedThings } from '#shared/users/opened-api.ts'
import { disableUser, listUsers, type UserDetail } from '#shared/users/users-api.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'

interface OpenedDialogProps {
  user: { id: number; name: string }
  onClose: () => void
  onDone: (user: UserDetail) => void
}

type Kind = keyof OpenedThings

const kinds: readonly { kind: Kind; label: (count: number) => string; ends: string }[] = [
  {
    kind: 'query_keys',
    label: (count) => plural(count, { one: 'Key of {count} query', other: 'Keys of {count} queries' }),
    ends: t('Embeds and programs that use them stop at once.'),
  },
  {
    kind: 'shared_dashboards',
    label: (count) => plural(count, { one: '{count} shared dashboard', other: '{count} shared dashboards' }),
    ends: t('Revoked public addresses stop working.'),
  },
  {
    kind: 'schedules',
    label: (count) => plural(count, { one: '{count} schedule', other: '{count} schedules' }),
    ends: t('Schedules that are kept go on running.'),
  },
  {
    kind: 'alerts',
    label: (count) => plural(count, { one: '{count} alert', other: '{count} alerts' }),
    ends: t('Revoked alerts are muted.'),
  },
]

const choices: { value: OpenedChoice; label: string }[] = [
  { value: 'keep_of_groups', label: t('Keep what groups own') },
  { value: 'keep', label: t('Keep') },
  { value: 'hand_over', label: t('Hand over') },
  { value: 'revoke', label: t('Revoke') },
]

/** Before a user is disabled: lists what would go on working, and asks what to do with it. */
export function OpenedDialog({ user, onClose, onDone }: OpenedDialogProps) {
  useFocusReturn()
  const opened = useQuery({
    queryKey: ['user', user.id, 'opened'],
    queryFn: ({ signal }) => call(listOpened, { params: { id: user.id }, signal }),
    staleTime: 0,
  })
  const [wanted, setWanted] = useState<Record<Kind, OpenedChoice>>(defaultChoices)
  const [heir, setHeir] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isWorking, setIsWorking] = useState(false)
  const shown = kinds.filter(({ kind }) => (opened.data?.[kind].length ?? 0) > 0)
  const handsOver = shown.some(({ kind }) => wanted[kind] === 'hand_over')
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    if (isWorking) return
    if (handsOver && heir === null) return setFailure(t('Please choose who takes over.'))
    setIsWorking(true)
    setFailure(null)
    try {
      const body = { ...wanted, ...(handsOver ? { hand_over_to: Number(heir) } : {}) }
      onDone(await call(disableUser, { params: { id: user.id }, body }))
    } catch (error) {
      setFailure(messageOf(error, t('Failed saving.')))
      setIsWorking(false)
    }
  }
  return (
    <Modal
      opened
      size={560}
      title={t('Disable {name}', { name: user.name })}
      onClose={() => !isWorking && onClose()}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Text>
            {t('All sessions of {name} end, and their API key stops working.', { name: user.name })}
          </Text>
          {opened.isPending && <TableSkeleton rows={3} rowHeight={52} />}
          {opened.isError && <ErrorAlert error={opened.error} onRetry={() => void opened.refetch()} />}
          {opened.data !== undefined && shown.length === 0 && (
            <Text>{t('Nothing that {name} has opened stays open without them.', { name: user.name })}</Text>
          )}
          {shown.map(({ kind, label, ends }) => (
            <Select
              key={kind}
              label={label(opened.data?.[kind].length ?? 0)}
              description={`${namesOf(opened.data?.[kind] ?? [])} ${ends}`}
              allowDeselect={false}
              disabled={isWorking}
              data={choices}
              value={wanted[kind]}
              onChange={(value) => {
                const choice = choices.find((each) => each.value === value)
                if (choice !== undefined) setWanted((before) => ({ ...before, [kind]: choice.value }))
              }}
            />
          ))}
          {handsOver && <HeirField userId={user.id} value={heir} onChange={setHeir} disabled={isWorking} />}
          {failure !== null && <ErrorAlert error={failure} />}
        </Stack>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" disabled={isWorking} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" color="red" loading={isWorking} disabled={opened.data === undefined}>
            {t('Disable User')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

const maxNames = 3

function namesOf(things: readonly { name: string }[]): string {
  const names = things.slice(0, maxNames).map(({ name }) => name)
  const others = things.length - names.length
  if (others > 0) names.push(plural(others, { one: '{count} other', other: '{count} others' }))
  return `${names.join(', ')}.`
}

interface HeirFieldProps {
  userId: number
  value: string | null
  onChange: (id: string | null) => void
  disabled: boolean
}

function HeirField({ userId, value, onChange, disabled }: HeirFieldProps) {
  const [search, setSearch] = useState('')
  const query = { q: search, pending: 'false', page_size: '20' }
  const people = useQuery({
    queryKey: ['users', 'heirs', search],
    queryFn: ({ signal }) => call(listUsers, { query, signal }),
    placeholderData: (before) => before,
  })
  const others = (people.data?.results ?? []).filter(({ id }) => id !== userId)
  return (
    <Select
      label={t('Hand over to')}
      required
      searchable
      disabled={disabled}
      data={others.map(({ id, name, email }) => ({ value: String(id), label: `${name} (${email})` }))}
      // the server has already filtered
      filter={({ options }) => options}
      onSearchChange={(text) =>
        setSearch(others.some(({ name, email }) => text === `${name} (${email})`) ? search : text)
      }
      nothingFoundMessage={t('There is no such user.')}
      value={value}
      onChange={onChange}
    />
  )
}
