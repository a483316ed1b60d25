import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Alert } from '#shared/alerts/alerts-api.ts'
import { t } from '#shared/messages/translate.ts'
import { describePageError } from '#web/ui/error-messages.ts'
import { ErrorPage } from '#web/ui/error-page.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { alertQuery } from './alert-queries.ts'

/** See docs/reference/screens-administration.md#alert-page. */
export const noEditRights = t('You do not have sufficient permissions to edit this alert.')

/** Loads the alert of an address; an error replaces the page. */
export function AlertLoad({ id, children }: { id: number; children: (alert: Alert) => ReactNode }) {
  const { data, error, refetch } = useQuery(alertQuery(id))
  usePageTitle(data?.name ?? t('Alert'))
  // if a later refresh fails, the loaded alert stays
  if (data === undefined && error !== null) {
    return <ErrorPage words={describePageError(error)} onRetry={() => void refetch()} />
  }
  return <Page>{data === undefined ? <PageSkeleton /> : children(data)}</Page>
}

/** The link back to the list. */
export function AlertsLink() {
  return (
    <Anchor component={Link} to="/alerts">
      {t('Alerts')}
    </Anchor>
  )
}
