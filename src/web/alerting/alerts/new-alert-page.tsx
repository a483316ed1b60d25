import { t } from '#shared/messages/translate.ts'
import { Page } from '#web/ui/page.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { AlertEditor } from './alert-editor.tsx'
import { useAlertForm } from './use-alert-form.ts'

/** /alerts/new */
export function NewAlertPage() {
  usePageTitle(t('New Alert'))
  const form = useAlertForm(null)
  return (
    <Page>
      <AlertEditor form={form} title={t('New Alert')} submitLabel={t('Create Alert')} />
    </Page>
  )
}
