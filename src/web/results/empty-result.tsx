import { IconTableOff } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Shown before the first result (docs/reference/screens.md#empty-result). */
export function EmptyResult({ mayRun }: { mayRun: boolean }) {
  return (
    <EmptyState
      size="compact"
      icon={<IconTableOff size={32} stroke={1.5} />}
      title={t('Query has no result')}
    >
      {mayRun
        ? t('Execute/Refresh the query to show results.')
        : t('You do not have a permission to execute/refresh this query.')}
    </EmptyState>
  )
}
