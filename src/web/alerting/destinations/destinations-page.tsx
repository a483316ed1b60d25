import { Button } from '@mantine/core'
import { IconBell, IconListDetails, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  createDestination,
  type DestinationSummary,
  type DestinationType,
} from '#shared/destinations/destinations-api.ts'
import { t } from '#shared/messages/translate.ts'
import { call } from '#web/api/call.ts'
import type { NamedOptions } from '#web/config-form/config-type.ts'
import { CreateDialog } from '#web/config-form/create-dialog.tsx'
import { TypeRows } from '#web/config-form/type-rows.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { DestinationHelp } from './destination-help.tsx'
import { DestinationLogo } from './destination-logo.tsx'
import { destinationsQuery, destinationTypesQuery } from './destination-queries.ts'

/** /destinations */
export function DestinationsPage() {
  usePageTitle(t('Alert Destinations'))
  return <DestinationsList />
}

/** /destinations/new: the list with the dialog open. */
export function NewDestinationPage() {
  usePageTitle(t('New Alert Destination'))
  const types = useQuery(destinationTypesQuery)
  const navigate = useNavigate()
  const client = useQueryClient()
  const create = async (values: NamedOptions & { type: string }) => {
    const { id } = await call(createDestination, { body: values })
    await client.invalidateQueries({ queryKey: destinationsQuery.queryKey })
    void navigate({ to: '/destinations/$destinationId', params: { destinationId: id } })
  }
  return (
    <>
      <DestinationsList />
      <CreateDialog
        title={t('Create a New Alert Destination')}
        searchLabel={t('Search alert destination types')}
        discardTitle={t('Discard the new alert destination?')}
        types={types}
        logoOf={(type) => <DestinationLogo type={type} size={40} />}
        help={<DestinationHelp />}
        create={create}
        onClose={() => void navigate({ to: '/destinations' })}
      />
    </>
  )
}

function DestinationsList() {
  const destinations = useQuery(destinationsQuery)
  const types = useQuery(destinationTypesQuery)
  return (
    <>
      <PageHeader
        title={t('Alert Destinations')}
        description={t(
          'Channels that alerts can send messages to: rooms, incident tools, mailboxes, your own programs.',
        )}
        actions={
          <>
            <Button
              component={Link}
              to="/destinations/deliveries"
              variant="default"
              leftSection={<IconListDetails size={16} />}
            >
              {t('Delivery Log')}
            </Button>
            <Button component={Link} to="/destinations/new" leftSection={<IconPlus size={16} />}>
              {t('New Alert Destination')}
            </Button>
          </>
        }
      />
      {destinations.isPending && <TableSkeleton rows={5} rowHeight={64} />}
      {destinations.isError && (
        <ErrorAlert error={destinations.error} onRetry={() => void destinations.refetch()} />
      )}
      {destinations.isSuccess && <Destinations destinations={destinations.data} types={types.data ?? []} />}
    </>
  )
}

interface DestinationsProps {
  destinations: DestinationSummary[]
  types: DestinationType[]
}

function Destinations({ destinations, types }: DestinationsProps) {
  if (destinations.length === 0) {
    return (
      <EmptyState
        icon={<IconBell size={40} stroke={1.5} />}
        title={t('There are no alert destinations yet.')}
        action={
          <Button component={Link} to="/destinations/new" variant="light">
            {t('New Alert Destination')}
          </Button>
        }
      >
        {t(
          'Set up a channel so that alerts can send messages to it. Users can get alerts by email without one.',
        )}
      </EmptyState>
    )
  }
  const names = new Map(types.map((type) => [type.type, type.name]))
  return (
    <TypeRows
      rows={destinations.map(({ id, name, type }) => ({
        ...{ id, name, typeName: names.get(type) ?? type, address: `/destinations/${id}` },
        logo: <DestinationLogo type={type} size={40} />,
      }))}
    />
  )
}
