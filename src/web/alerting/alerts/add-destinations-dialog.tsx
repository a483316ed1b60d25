import { Anchor, Button, Checkbox, Group, Modal, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { DestinationSummary } from '#shared/destinations/destinations-api.ts'
import { t } from '#shared/messages/translate.ts'
import { DestinationLogo } from '#web/alerting/destinations/destination-logo.tsx'
import { destinationsQuery } from '#web/alerting/destinations/destination-queries.ts'
import { usePermission } from '#web/session/use-session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import classes from './alert-subscriptions.module.css'

interface AddDestinationsDialogProps {
  /** ids of destinations that are already subscribed */
  subscribed: readonly number[]
  /** resolves to the ids that could not be added */
  add: (ids: readonly number[]) => Promise<number[]>
  onClose: () => void
}

/**
 * Adds any number of destinations at once (docs/reference/screens-administration.md#alert-page). Those that could not
 * be added stay selected.
 */
export function AddDestinationsDialog({ subscribed, add, onClose }: AddDestinationsDialogProps) {
  useFocusReturn()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [isSaving, setIsSaving] = useState(false)
  const destinations = useQuery(destinationsQuery)
  const save = async () => {
    setIsSaving(true)
    const left = await add(chosen)
    setIsSaving(false)
    setChosen(left)
    if (left.length === 0) onClose()
  }
  const close = () => {
    if (!isSaving) onClose()
  }
  return (
    <Modal
      opened
      size={520}
      title={t('Add Alert Destinations')}
      onClose={close}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // React passes it on to the form of the alert, which would be saved
          event.stopPropagation()
          if (chosen.length > 0 && !isSaving) void save()
        }}
      >
        {destinations.isPending && <TableSkeleton rows={4} rowHeight={44} />}
        {destinations.isError && (
          <ErrorAlert error={destinations.error} onRetry={() => void destinations.refetch()} />
        )}
        {destinations.data?.length === 0 && <NoDestinations />}
        {destinations.data && destinations.data.length > 0 && (
          <Choices
            destinations={destinations.data}
            subscribed={subscribed}
            chosen={chosen}
            isDisabled={isSaving}
            onChoose={setChosen}
          />
        )}
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" disabled={isSaving} onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isSaving} disabled={chosen.length === 0}>
            {t('Save')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

function NoDestinations() {
  const isAdmin = usePermission('admin')
  return (
    <EmptyState
      size="compact"
      title={t('There are no alert destinations yet.')}
      action={
        isAdmin ? (
          <Anchor component={Link} to="/destinations/new">
            {t('New Alert Destination')}
          </Anchor>
        ) : undefined
      }
    >
      {t('Admins set up the channels that alerts can send messages to.')}
    </EmptyState>
  )
}

interface ChoicesProps {
  destinations: readonly DestinationSummary[]
  subscribed: readonly number[]
  chosen: readonly number[]
  isDisabled: boolean
  onChoose: (ids: readonly number[]) => void
}

function Choices({ destinations, subscribed, chosen, isDisabled, onChoose }: ChoicesProps) {
  const [typed, setTyped] = useState('')
  const words = typed.trim().toLocaleLowerCase()
  const found = destinations.filter(({ name, type }) => `${name} ${type}`.toLocaleLowerCase().includes(words))
  return (
    <>
      <TextInput
        data-autofocus
        type="search"
        aria-label={t('Search destinations')}
        placeholder={t('Search destinations…')}
        leftSection={<IconSearch size={16} />}
        mb="sm"
        styles={{ input: { appearance: 'none' } }}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter in the search must not submit the form
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <Checkbox.Group
        aria-label={t('Destinations')}
        className={classes.choices}
        value={[...subscribed, ...chosen].map(String)}
        onChange={(values) => onChoose(values.map(Number).filter((id) => !subscribed.includes(id)))}
      >
        {found.map(({ id, name, type }) => {
          const isThere = subscribed.includes(id)
          return (
            <Checkbox
              key={id}
              value={String(id)}
              disabled={isDisabled || isThere}
              label={
                <span className={classes.labelled}>
                  <DestinationLogo type={type} size={20} />
                  <span>{name}</span>
                </span>
              }
              description={isThere ? t('{type}, added already', { type }) : type}
              className={classes.choice}
            />
          )
        })}
        {found.length === 0 && <p className={classes.hint}>{t('No destinations have such a name.')}</p>}
      </Checkbox.Group>
    </>
  )
}
