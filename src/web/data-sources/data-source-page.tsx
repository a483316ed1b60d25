import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import { ConfigPageHeader } from '#web/config-form/config-page-header.tsx'
import { usePermission } from '#web/session/use-session.ts'
import { describePageError } from '#web/ui/error-messages.ts'
import { ErrorPage } from '#web/ui/error-page.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { DataSourceEditor } from './data-source-editor.tsx'
import { dataSourceTypesQuery } from './data-source-queries.ts'
import { dataSourceQuery } from './data-source-query.ts'
import { FilesPanel } from './files/files-panel.tsx'
import { TypeLogo } from './type-logo.tsx'

/** /data_sources/:id */
export function DataSourcePage() {
  const { dataSourceId } = useParams({ from: '/shell/settings-area/data_sources/$dataSourceId' })
  const mayQuery = usePermission('create_query')
  const source = useQuery(dataSourceQuery(dataSourceId))
  const types = useQuery(dataSourceTypesQuery)
  const detail = source.data
  usePageTitle(detail?.name ?? t('Data Source'))

  const failed = source.error ?? types.error
  if (failed !== null) {
    const retry = () => {
      void source.refetch()
      void types.refetch()
    }
    return <ErrorPage words={describePageError(failed)} onRetry={retry} />
  }
  const type = types.data?.find((candidate) => candidate.type === detail?.type)
  return (
    <>
      <ConfigPageHeader
        back={{ to: '/data_sources', label: t('Data Sources') }}
        name={detail?.name}
        typeName={type?.name}
        logo={detail && <TypeLogo type={detail.type} size={40} />}
        state={
          detail !== undefined && detail.paused !== 0 && <StateLabel kind="warning">{t('Paused')}</StateLabel>
        }
        actions={
          mayQuery && (
            <Button
              component={Link}
              to="/queries/new"
              search={{ data_source: dataSourceId } as never}
              variant="default"
              leftSection={<IconPlus size={16} />}
            >
              {t('New Query')}
            </Button>
          )
        }
      />
      {detail !== undefined && type !== undefined ? (
        <>
          {detail.type === 'files' && <FilesPanel dataSourceId={detail.id} />}
          <DataSourceEditor key={detail.id} source={detail} type={type} />
        </>
      ) : (
        <FormSkeleton fields={6} />
      )}
    </>
  )
}
