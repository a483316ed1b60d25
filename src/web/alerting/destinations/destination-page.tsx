import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import { ConfigPageHeader } from '#web/config-form/config-page-header.tsx'
import { describePageError } from '#web/ui/error-messages.ts'
import { ErrorPage } from '#web/ui/error-page.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { DestinationEditor } from './destination-editor.tsx'
import { DestinationLogo } from './destination-logo.tsx'
import { destinationQuery, destinationTypesQuery } from './destination-queries.ts'

/** /destinations/:id */
export function DestinationPage() {
  const { destinationId } = useParams({ from: '/shell/settings-area/destinations/$destinationId' })
  const destination = useQuery(destinationQuery(destinationId))
  const types = useQuery(destinationTypesQuery)
  const page = destination.data
  usePageTitle(page?.name ?? t('Alert Destination'))

  const failed = destination.error ?? types.error
  if (failed !== null) {
    const retry = () => void Promise.all([destination.refetch(), types.refetch()])
    return <ErrorPage words={describePageError(failed)} onRetry={retry} />
  }
  const type = types.data?.find((candidate) => candidate.type === page?.type)
  return (
    <>
      <ConfigPageHeader
        back={{ to: '/destinations', label: t('Alert Destinations') }}
        name={page?.name}
        typeName={type?.name}
        logo={page && <DestinationLogo type={page.type} size={40} />}
      />
      {page !== undefined && type !== undefined ? (
        <DestinationEditor key={page.id} destination={page} type={type} />
      ) : (
        <FormSkeleton fields={4} />
      )}
    </>
  )
}
