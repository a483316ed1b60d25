import { Suspense } from 'react'
import { t } from '#shared/messages/translate.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { Page } from '#web/ui/page.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { AlertEditor } from './alert-editor.tsx'
import { useAlertForm } from './use-alert-form.ts'
import { usePendingSubscriptions } from './use-pending-subscriptions.ts'

/** Lazy: it stands below the form. */
const SubscriptionLists = lazy(() =>
  import('./alert-subscriptions.tsx').then((module) => ({ default: module.SubscriptionLists })),
)

/** /alerts/new */
export function NewAlertPage() {
  usePageTitle(t('New Alert'))
  const pending = usePendingSubscriptions()
  const form = useAlertForm(null, pending)
  return (
    <Page>
      <AlertEditor
        form={form}
        title={t('New Alert')}
        submitLabel={t('Create Alert')}
        destinations={
          <Suspense fallback={<TableSkeleton rows={2} rowHeight={48} />}>
            <SubscriptionLists subscriptions={pending.subscriptions} subscribing={pending.subscribing} />
          </Suspense>
        }
      />
    </Page>
  )
}
