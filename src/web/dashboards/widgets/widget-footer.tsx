import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowsMaximize, IconRefresh } from '@tabler/icons-react'
import { locale, t } from '#shared/messages/translate.ts'
import { jobStatus } from '#shared/results/job.ts'
import { Elapsed } from '#web/results/elapsed.tsx'
import { RelativeTime } from '#web/ui/time-ago.tsx'
import classes from './dashboard-widgets.module.css'
import type { WidgetState } from './page-results.ts'

interface WidgetFooterProps {
  state: WidgetState
  dateTimeFormat: string
  /** null: not available here */
  onRefresh: (() => void) | null
  /** null: nothing is drawn yet */
  onExpand: (() => void) | null
}

/** The age of the data, a refresh button and an expand button. */
export function WidgetFooter({ state, dateTimeFormat, onRefresh, onExpand }: WidgetFooterProps) {
  const { isRefreshing, updatedAt, startedAt } = state
  return (
    <footer className={classes.footer}>
      {onRefresh !== null && (
        <Tooltip label={t('Refresh')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={t('Refresh')}
            aria-disabled={isRefreshing}
            data-turning={isRefreshing || undefined}
            className={classes.refresh}
            data-image="none"
            onClick={() => {
              if (!isRefreshing) onRefresh()
            }}
          >
            <IconRefresh size={14} />
          </ActionIcon>
        </Tooltip>
      )}
      {startedAt !== null ? (
        <span>
          {stepOf(state)} <Elapsed since={startedAt} write={clock} />
        </span>
      ) : (
        updatedAt !== null && <RelativeTime date={updatedAt} dateTimeFormat={dateTimeFormat} />
      )}
      {state.result?.truncated && (
        <Tooltip label={t('The result was cut at the limit of the data source')}>
          <span className={classes.truncated}>
            {t('Result truncated to {rowCount} rows', {
              rowCount: state.result.rowCount.toLocaleString(locale),
            })}
          </span>
        </Tooltip>
      )}
      <Tooltip label={t('Expand')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={t('Expand')}
          disabled={onExpand === null}
          className={classes.expand}
          data-image="none"
          onClick={onExpand ?? undefined}
        >
          <IconArrowsMaximize size={14} />
        </ActionIcon>
      </Tooltip>
    </footer>
  )
}

/** The texts of docs/reference/screens.md#execution-states. */
function stepOf({ status }: WidgetState): string {
  return status === jobStatus.processing ? t('Executing query…') : t('Query in queue…')
}

/** Time since a refresh began: `04:07`, from one hour on `01:04:07`. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60]
  if (seconds >= 3600) parts.unshift(Math.floor(seconds / 3600))
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
