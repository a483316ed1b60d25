import { ActionIcon, Select, Tooltip } from '@mantine/core'
import { IconDatabase, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type RefObject, useRef } from 'react'
import type { Group, GroupDataSource } from '#shared/groups/groups-api.ts'
import { t } from '#shared/messages/translate.ts'
import { dataSourcesQuery } from '#web/data-sources/data-source-queries.ts'
import { TypeLogo } from '#web/data-sources/type-logo.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { giveFocus } from '#web/ui/kept-focus.ts'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { groupSourcesQuery } from '../permissions/group-queries.ts'
import { GroupLayout } from './group-layout.tsx'
import classes from './groups.module.css'
import type { GroupActs } from './use-group-acts.ts'

/** /groups/{groupId}/data_sources, for admins. */
export function GroupSourcesPage() {
  const { groupId } = useParams({ from: '/shell/settings-area/groups/$groupId/data_sources' })
  return (
    <GroupLayout key={groupId} groupId={groupId} part="data_sources">
      {(group, acts) => <Sources group={group} acts={acts} />}
    </GroupLayout>
  )
}

function Sources({ group, acts }: { group: Group; acts: GroupActs }) {
  const adding = useRef<HTMLInputElement>(null)
  const sources = useQuery(groupSourcesQuery(group.id))
  return (
    <>
      <AddSource field={adding} group={group} acts={acts} linked={sources.data ?? []} />
      {sources.isPending && <TableSkeleton rows={4} rowHeight={52} />}
      {sources.isError && sources.data === undefined && (
        <ErrorAlert error={sources.error} onRetry={() => void sources.refetch()} />
      )}
      {sources.data?.length === 0 && (
        <EmptyState
          icon={<IconDatabase size={40} stroke={1.5} />}
          title={t('There are no data sources in this group yet.')}
        >
          {t('Members can query the data sources that you add above.')}
        </EmptyState>
      )}
      {sources.data !== undefined && sources.data.length > 0 && (
        <ul className={classes.rows} aria-label={t('Data Sources')}>
          {sources.data.map((source) => (
            <SourceRow
              key={source.id}
              source={source}
              group={group}
              acts={acts}
              onRemoved={() => adding.current && giveFocus(adding.current)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

/** Offers data sources that the group does not have. */
function AddSource({
  field,
  group,
  acts,
  linked,
}: {
  field: RefObject<HTMLInputElement | null>
  group: Group
  acts: GroupActs
  linked: readonly GroupDataSource[]
}) {
  const all = useQuery(dataSourcesQuery)
  const offered = (all.data ?? []).filter(({ id }) => !linked.some((source) => source.id === id))
  return (
    <Select
      ref={field}
      className={classes.field ?? ''}
      aria-label={t('Add data sources')}
      placeholder={t('Add data sources...')}
      searchable
      disabled={acts.isWorking || all.isPending}
      data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={null}
      nothingFoundMessage={
        all.data?.length === 0
          ? t('There are no data sources yet.')
          : t('The group has every such data source.')
      }
      onChange={(value) => value !== null && void acts.addSource(group.id, Number(value))}
    />
  )
}

const accesses = [
  { value: 'full', label: t('Full Access') },
  { value: 'view', label: t('View Only') },
]

interface SourceRowProps {
  source: GroupDataSource
  group: Group
  acts: GroupActs
  /** moves the focus, as the button disappears with its row */
  onRemoved: () => void
}

function SourceRow({ source, group, acts, onRemoved }: SourceRowProps) {
  const { id, name } = source
  return (
    <li className={classes.row}>
      <TypeLogo type={source.type} size={24} />
      <div className={classes.words}>
        <Link to="/data_sources/$dataSourceId" params={{ dataSourceId: id }} className={classes.name}>
          {name}
        </Link>
      </div>
      <div className={classes.acts}>
        <Select
          size="xs"
          w={130}
          aria-label={t('Access to {name}', { name })}
          allowDeselect={false}
          disabled={acts.isWorking}
          data={accesses}
          value={source.view_only ? 'view' : 'full'}
          onChange={(value) => void acts.setAccess(group.id, id, value === 'view')}
        />
        <Tooltip label={t('Remove from the group')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={acts.isWorking}
            aria-label={t('Remove {name}', { name })}
            onClick={() => void acts.removeSource(group.id, id).then((isDone) => isDone && onRemoved())}
          >
            <IconX size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
    </li>
  )
}
