import { Button, Checkbox } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChartBar,
  IconCheck,
  IconLoader2,
  IconMarkdown,
  IconRefresh,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { t } from '#shared/messages/translate.ts'
import type { DashboardDraft } from '#web/dashboards/use-dashboard-draft.ts'
import { isFocusLost } from '#web/ui/kept-focus.ts'
import classes from './edit-bar.module.css'
import type { DashboardEditing } from './editing-parts.ts'
import type { SaveStatus } from './layout-saving.ts'

interface EditBarProps {
  editing: DashboardEditing
  draft: DashboardDraft
}

/** Above the grid in edit mode; stays in view when the page is scrolled. */
export function EditBar({ editing, draft }: EditBarProps) {
  const { dashboard } = draft
  const first = useRef<HTMLButtonElement>(null)
  useFocusAfterwards()
  // the button that begins editing is gone
  useEffect(() => {
    if (isFocusLost()) first.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section className={classes.bar} aria-label={t('Editing')}>
      <div className={classes.acts}>
        <Button
          ref={first}
          size="xs"
          variant="default"
          leftSection={<IconMarkdown size={16} />}
          onClick={editing.openAddTextbox}
        >
          {t('Add Textbox')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconChartBar size={16} />}
          onClick={editing.openAddWidget}
        >
          {t('Add Widget')}
        </Button>
        <Checkbox
          size="xs"
          label={t('Use Dashboard Level Filters')}
          checked={dashboard.dashboard_filters_enabled}
          onChange={(event) => void draft.save({ dashboard_filters_enabled: event.currentTarget.checked })}
        />
      </div>
      <div className={classes.state}>
        <Status status={editing.status} />
        {editing.status === 'saving_failed' && (
          <Button size="xs" variant="default" leftSection={<IconRefresh size={14} />} onClick={editing.retry}>
            {t('Retry')}
          </Button>
        )}
        <Button size="xs" loading={editing.isLeaving} onClick={() => void editing.done()}>
          {t('Done Editing')}
        </Button>
      </div>
    </section>
  )
}

/** The button that ends editing is removed with the bar, so focus restarts at the top, as on a newly opened page. */
function useFocusAfterwards(): void {
  useEffect(
    () => () => {
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost) document.querySelector('main')?.focus({ preventScroll: true })
      })
    },
    [],
  )
}

const words = { saved: t('Saved'), saving: t('Saving'), saving_failed: t('Saving Failed') } as const

function Status({ status }: { status: SaveStatus }) {
  return (
    <span className={classes.status} data-status={status} role="status">
      {status === 'saved' && <IconCheck size={16} aria-hidden="true" />}
      {status === 'saving' && <IconLoader2 className={classes.turning} size={16} aria-hidden="true" />}
      {status === 'saving_failed' && <IconAlertTriangle size={16} aria-hidden="true" />}
      {words[status]}
    </span>
  )
}
