import { Button, Group } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { notify } from '#web/ui/toast.tsx'
import { dashboardWords } from './dashboard-words.ts'

const noticeId = 'dashboard-conflict'

export interface WaysOut {
  /** replaces unsaved changes with the stored version */
  reload(): Promise<unknown>
  /** overwrites the stored version */
  overwrite?(): void
}

/**
 * Tells the user that another user changed the same part (docs/reference/dashboards.md#dashboard-messages). Stays on
 * the screen until the user closes or answers it.
 */
export function tellConflict(ways: WaysOut | null): void {
  const { conflict, conflictAdvice } = dashboardWords
  const answer = (act: () => unknown) => () => {
    notify.hide(noticeId)
    void act()
  }
  notify.persistent(
    <>
      {conflictAdvice}
      {ways !== null && (
        <Group justify="flex-end" gap="xs" mt="xs">
          {ways.overwrite && (
            <Button size="compact-sm" variant="default" onClick={answer(ways.overwrite)}>
              {t('Overwrite')}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={answer(ways.reload)}>
            {t('Reload')}
          </Button>
        </Group>
      )}
    </>,
    { title: conflict, id: noticeId },
  )
}
