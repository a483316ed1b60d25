import { Button } from '@mantine/core'
import { IconDatabase, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  createDataSource,
  type DataSource,
  type DataSourceType,
  testOptions,
} from '#shared/data-sources/data-sources-api.ts'
import { sourcePresets } from '#shared/data-sources/source-presets.ts'
import { t } from '#shared/messages/translate.ts'
import { call } from '#web/api/call.ts'
import type { ConfigType, NamedOptions } from '#web/config-form/config-type.ts'
import { CreateDialog } from '#web/config-form/create-dialog.tsx'
import { TypeRows } from '#web/config-form/type-rows.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { DataSourceHelp } from './data-source-help.tsx'
import { dataSourcesQuery, dataSourceTypesQuery } from './data-source-queries.ts'
import { TypeLogo } from './type-logo.tsx'

/** /data_sources */
export function DataSourcesPage() {
  usePageTitle(t('Data Sources'))
  return <DataSourcesList />
}

/** The types, and products that are read as one of them. */
function withPresets(types: DataSourceType[]): ConfigType[] {
  const presets = sourcePresets.flatMap(({ id, name, type, options }): ConfigType[] => {
    const own = types.find((one) => one.type === type)
    return own === undefined ? [] : [{ ...own, name, preset: { id, options } }]
  })
  return [...types, ...presets].sort((one, other) => one.name.localeCompare(other.name))
}

/** /data_sources/new: the list with the dialog open. */
export function NewDataSourcePage() {
  usePageTitle(t('New Data Source'))
  const navigate = useNavigate()
  const client = useQueryClient()
  const create = async (values: NamedOptions & { type: string }) => {
    const { id } = await call(createDataSource, { body: values })
    await client.invalidateQueries({ queryKey: dataSourcesQuery.queryKey })
    void client.invalidateQueries({ queryKey: ['organization-status'] })
    void navigate({ to: '/data_sources/$dataSourceId', params: { dataSourceId: id } })
  }
  const test = async ({ type, options }: NamedOptions & { type: string }) => {
    const { ok, message } = await call(testOptions, { body: { type, options } })
    return ok ? null : message
  }
  return (
    <>
      <DataSourcesList />
      <CreateDialog
        title={t('Create a New Data Source')}
        searchLabel={t('Search data source types')}
        discardTitle={t('Discard the new data source?')}
        types={useQuery({ ...dataSourceTypesQuery, select: withPresets })}
        logoOf={(type) => <TypeLogo type={type} size={40} />}
        help={<DataSourceHelp />}
        test={test}
        create={create}
        onClose={() => void navigate({ to: '/data_sources' })}
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
    <TypeRows
      rows={sources.map(({ id, name, type, paused }) => ({
        ...{ id, name, typeName: names.get(type) ?? type, address: `/data_sources/${id}` },
        logo: <TypeLogo type={type} size={40} />,
        state: paused !== 0 && <StateLabel kind="warning">{t('Paused')}</StateLabel>,
      }))}
    />
  )
}
