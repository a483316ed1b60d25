import { Button, Menu, Tooltip } from '@mantine/core'
import { IconChevronDown, IconRefresh } from '@tabler/icons-react'
import { formatInterval } from '#shared/format/durations.ts'
import { t } from '#shared/messages/translate.ts'
import { type DashboardResults, useWidgetStates } from '#web/dashboards/widgets/use-dashboard-results.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { IconMenu } from '#web/ui/icon-menu.tsx'
import type { PageAddress } from './page-address.ts'
import classes from './refresh-control.module.css'
import { refreshChoices, refreshOfAddress } from './refresh-interval.ts'
import { useRepeatedly } from './use-repeatedly.ts'

interface RefreshControlProps {
  results: DashboardResults
  auto: AutoRefresh
  /** no tooltip: it would cover the bar of edit mode below */
  isQuiet: boolean
}

/** Refreshes the shown widgets, now or periodically. */
export function RefreshControl({ results, auto, isQuiet }: RefreshControlProps) {
  const isRefreshing = [...useWidgetStates(results).values()].some((state) => state.isRefreshing)
  const { interval } = auto
  const every = interval === null ? null : formatInterval(interval)
  return (
    <div className={classes.control}>
      <Tooltip
        label={
          every === null ? t('Run the queries of all widgets again') : t('Refreshes every {every}', { every })
        }
        disabled={isQuiet}
      >
        <Button
          size="xs"
          variant="default"
          className={classes.now}
          aria-label={every === null ? t('Refresh') : t('Refresh, automatic every {every}', { every })}
          aria-busy={isRefreshing}
          onClick={auto.refresh}
        >
          <IconRefresh
            size={16}
            aria-hidden="true"
            className={classes.icon}
            data-turning={isRefreshing || undefined}
          />
          <span className={classes.word}>{every ?? t('Refresh')}</span>
        </Button>
      </Tooltip>
      <RefreshMenu auto={auto} />
    </div>
  )
}

function RefreshMenu({ auto: { interval, offered, choose } }: { auto: AutoRefresh }) {
  return (
    <IconMenu
      label={t('Auto refresh')}
      icon={<IconChevronDown size={14} />}
      variant="default"
      size={30}
      {...(classes.menu !== undefined && { className: classes.menu })}
      isInPlace
    >
      <Menu.Label>{t('Refresh every')}</Menu.Label>
      <Menu.RadioGroup
        value={interval === null ? '' : String(interval)}
        onChange={(seconds) => choose(Number(seconds))}
      >
        {refreshChoices(offered).map(({ seconds, isAllowed }) => (
          <Menu.RadioItem key={seconds} value={String(seconds)} disabled={!isAllowed} closeMenuOnClick>
            {formatInterval(seconds)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      {interval !== null && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => choose(null)}>{t('Disable auto refresh')}</Menu.Item>
        </>
      )}
    </IconMenu>
  )
}

interface AutoRefresh {
  /** seconds; null: off */
  interval: number | null
  /** intervals from the settings, in seconds */
  offered: readonly number[]
  refresh(): void
  /** also refreshes at once; null: turns it off */
  choose(seconds: number | null): void
}

/** `?refresh=` of the address (docs/reference/dashboards.md#automatic-refresh). */
export function useAutoRefresh(address: PageAddress, isAllowed: boolean, refresh: () => void): AutoRefresh {
  const { dashboardRefreshIntervals: offered } = useClientConfig()
  const interval = isAllowed ? refreshOfAddress(address.text('refresh'), offered) : null
  useRepeatedly(interval, refresh)
  return {
    interval,
    offered,
    refresh,
    choose: (seconds) => {
      address.set({ refresh: seconds === null ? null : String(seconds) })
      if (seconds !== null) refresh()
    },
  }
}
