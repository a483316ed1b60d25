import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import { describePageError } from '#web/app/error-messages.ts'
import { ErrorPage } from '#web/app/error-page.tsx'
import { usePageTitle } from '#web/app/use-page-title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import { DataSourceEditor } from './data-source-editor.tsx'
import classes from './data-source-page.module.css'
import { dataSourceQuery, dataSourceTypesQuery } from './data-source-queries.ts'
import { TypeLogo } from './type-logo.tsx'

/** /data_sources/:id */
export function DataSourcePage() {
  const { dataSourceId } = useParams({ from: '/shell/settings/data_sources/$dataSourceId' })
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
      <PageHeader
        above={
          <Anchor component={Link} to="/data_sources">
            {t('Data Sources')}
          </Anchor>
        }
        title={
          detail === undefined ? (
            ' '
          ) : (
            <span className={classes.title}>
              <TypeLogo type={detail.type} size={40} />
              <span>{detail.name}</span>
              {detail.paused !== 0 && <StateLabel kind="warning">{t('Paused')}</StateLabel>}
            </span>
          )
        }
        description={type?.name}
      />
      {detail !== undefined && type !== undefined ? (
        <DataSourceEditor key={detail.id} source={detail} type={type} />
      ) : (
        <FormSkeleton fields={6} />
      )}
    </>
  )
}
