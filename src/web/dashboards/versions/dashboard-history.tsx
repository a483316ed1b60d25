import { useMemo } from 'react'
import { getDashboardVersion, listDashboardVersions } from '#shared/dashboards/dashboard-versions-api.ts'
import { getDashboard } from '#shared/dashboards/dashboards-api.ts'
import { t } from '#shared/messages/translate.ts'
import { call } from '#web/api/call.ts'
import { ChangeList } from '#web/versions/change-list.tsx'
import classes from '#web/versions/version-history.module.css'
import { VersionHistory } from '#web/versions/version-history.tsx'
import type { ComparedSides, Versioned, VersionHistoryProps } from '#web/versions/versioned.ts'
import {
  type DashboardState,
  dashboardChanges,
  stateOfDashboard,
  stateOfSnapshot,
} from './dashboard-changes.ts'

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

const fields = {
  name: t('name'),
  tags: t('tags'),
  widgets_added: t('widgets added'),
  widgets_removed: t('widgets removed'),
  widgets_moved: t('widgets moved'),
  widgets_changed: t('widgets changed'),
  options: t('parameters or tabs'),
  dashboard_filters_enabled: t('dashboard filters'),
  is_draft: t('published or not'),
  is_archived: t('archived or not'),
}

const words = {
  now: t('The dashboard now'),
  neverWas: t(
    'Not saved: another user had saved. The dashboard never was like this; restoring it saves it now.',
  ),
}

function dashboardVersions(id: number): Versioned<DashboardState> {
  return {
    noun: 'dashboard',
    words,
    id,
    fields,
    list: (query, signal) => call(listDashboardVersions, { params: { id }, query, signal }),
    read: async (version_id, signal) => {
      const { snapshot, ...version } = await call(getDashboardVersion, { params: { id, version_id }, signal })
      return { ...version, snapshot: stateOfSnapshot(snapshot) }
    },
    present: async (signal) => {
      const dashboard = await call(getDashboard, { params: { id_or_slug: String(id) }, signal })
      return { version: dashboard.version, snapshot: stateOfDashboard(dashboard) }
    },
  }
}
