import { useMemo } from 'react'
import { t } from '#shared/messages/translate.ts'
import { ChangeList } from '#web/versions/change-list.tsx'
import classes from '#web/versions/version-history.module.css'
import { VersionHistory } from '#web/versions/version-history.tsx'
import type { ComparedSides, VersionHistoryProps } from '#web/versions/versioned.ts'
import { dashboardChanges } from './dashboard-changes.ts'
import type { DashboardState } from './dashboard-state.ts'
import { dashboardVersions } from './dashboard-versions.ts'

type DashboardHistoryProps = Pick<VersionHistoryProps<DashboardState>, 'shown' | 'onShow' | 'onRestore'> & {
  dashboardId: number
}

/** Every save of a dashboard and of its widgets. */
export function DashboardHistory({ dashboardId, ...rest }: DashboardHistoryProps) {
  const versioned = useMemo(() => dashboardVersions(dashboardId), [dashboardId])
  return (
    <VersionHistory {...rest} versioned={versioned} compare={(sides) => <StateComparison {...sides} />} />
  )
}

function StateComparison({ before, after }: ComparedSides<DashboardState>) {
  const changes = useMemo(
    () => dashboardChanges(before.snapshot, after.snapshot),
    [before.snapshot, after.snapshot],
  )
  if (changes.length === 0) return <p className={classes.same}>{t('Both are the same.')}</p>
  return <ChangeList changes={changes} titles={{ before: before.title, after: after.title }} />
}
