import { t } from '#shared/messages/translate.ts'
import { Page } from '#web/ui/page.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { AlertEditor } from './alert-editor.tsx'
import { SubscriptionLists } from './alert-subscriptions.tsx'
import { useAlertForm } from './use-alert-form.ts'
import { usePendingSubscriptions } from './use-pending-subscriptions.ts'

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
          <SubscriptionLists subscriptions={pending.subscriptions} subscribing={pending.subscribing} />
        }
      />
    </Page>
  )
}
