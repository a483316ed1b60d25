import { Button } from '@mantine/core'
import { IconChevronRight, IconDatabase, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { DataSource, DataSourceType } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { usePageTitle } from '#web/app/use-page-title.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import { CreateDataSourceDialog } from './create-data-source-dialog.tsx'
import { dataSourcesQuery, dataSourceTypesQuery } from './data-source-queries.ts'
import classes from './data-sources-page.module.css'
import { TypeLogo } from './type-logo.tsx'

/** /data_sources */
export function DataSourcesPage() {
  usePageTitle(t('Data Sources'))
  return <DataSourcesList />
}

/** /data_sources/new: the list with the dialog open. */
export function NewDataSourcePage() {
  usePageTitle(t('New Data Source'))
  const navigate = useNavigate()
  return (
    <>
      <DataSourcesList />
      <CreateDataSourceDialog
        onClose={() => void navigate({ to: '/data_sources' })}
        onCreated={(id) => void navigate({ to: '/data_sources/$dataSourceId', params: { dataSourceId: id } })}
      />
    </>
  )
}

function DataSourcesList() {
  const sources = useQuery(dataSourcesQuery)
  const types = useQuery(dataSourceTypesQuery)
  return (
    <>
      <PageHeader
        title={t('Data Sources')}
        actions={
          <Button component={Link} to="/data_sources/new" leftSection={<IconPlus size={16} />}>
            {t('New Data Source')}
          </Button>
        }
      />
      {sources.isPending && <TableSkeleton rows={5} rowHeight={64} />}
      {sources.isError && <ErrorAlert error={sources.error} onRetry={() => void sources.refetch()} />}
      {sources.isSuccess && <Sources sources={sources.data} types={types.data ?? []} />}
    </>
  )
}

function Sources({ sources, types }: { sources: DataSource[]; types: DataSourceType[] }) {
  if (sources.length === 0) {
    return (
      <EmptyState
        icon={<IconDatabase size={40} stroke={1.5} />}
        title={t('There are no data sources yet.')}
        action={
          <Button component={Link} to="/data_sources/new" variant="light">
            {t('New Data Source')}
          </Button>
        }
      >
        {t('Connect a database, and people can query it.')}
      </EmptyState>
    )
  }
  const names = new Map(types.map((type) => [type.type, type.name]))
  return (
    <ul className={classes.list}>
      {sources.map((source) => (
        <li key={source.id}>
          <Link to="/data_sources/$dataSourceId" params={{ dataSourceId: source.id }} className={classes.row}>
            <TypeLogo type={source.type} size={40} />
            <span className={classes.words}>
              <span className={classes.name}>{source.name}</span>
              <span className={classes.type}>{names.get(source.type) ?? source.type}</span>
            </span>
            {source.paused !== 0 && <StateLabel kind="warning">{t('Paused')}</StateLabel>}
            <IconChevronRight size={18} className={classes.chevron} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
