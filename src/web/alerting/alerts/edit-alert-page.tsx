import { Button } from '@mantine/core'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import type { Alert } from '#shared/alerts/alerts-api.ts'
import { t } from '#shared/messages/translate.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { notify } from '#web/ui/toast.tsx'
import { AlertEditor } from './alert-editor.tsx'
import { AlertLoad, noEditRights } from './alert-page-parts.tsx'
import { useAlertForm } from './use-alert-form.ts'

/** Lazy: it stands below the form. */
const AlertSubscriptions = lazy(() =>
  import('./alert-subscriptions.tsx').then((module) => ({ default: module.AlertSubscriptions })),
)

/** /alerts/:id/edit */
export function EditAlertPage() {
  const { alertId } = useParams({ from: '/shell/alerts/$alertId/edit' })
  return (
    <AlertLoad key={alertId} id={alertId}>
      {(alert) => (alert.can_edit ? <Editor alert={alert} /> : <OnlyToView id={alert.id} />)}
    </AlertLoad>
  )
}

function Editor({ alert }: { alert: Alert }) {
  const form = useAlertForm(alert)
  return (
    <AlertEditor
      form={form}
      title={alert.name}
      submitLabel={t('Save Changes')}
      destinations={
        <Suspense fallback={<TableSkeleton rows={2} rowHeight={48} />}>
          <AlertSubscriptions alert={alert} hint={t('Changes of the destinations take effect at once.')} />
        </Suspense>
      }
      actions={
        <Button component={Link} to={`/alerts/${alert.id}`} variant="default">
          {t('Cancel')}
        </Button>
      }
    />
  )
}

/**
 * Redirects users without edit rights to the alert's page, with a message
 * (docs/reference/screens-administration.md#alert-page).
 */
function OnlyToView({ id }: { id: number }) {
  useEffect(() => {
    notify.warning(noEditRights, { id: `alert-${id}-rights`, duration: 8000 })
  }, [id])
  return <Navigate to="/alerts/$alertId" params={{ alertId: id }} replace />
}
