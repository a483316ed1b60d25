import { Button, Group } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { notify } from '#web/ui/toast.tsx'
import { dashboardWords } from './dashboard-words.ts'

const noticeId = 'dashboard-conflict'

export interface WaysOut {
  /** shows what is stored, in place of what is not saved */
  reload(): Promise<unknown>
  /** stores one's own version knowingly */
  overwrite?(): void
}

/**
 * Somebody else has changed the same (docs/reference/dashboards.md#dashboard-messages). Stays on the screen until it is
 * closed or answered.
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
