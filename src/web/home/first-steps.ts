import { t } from '#shared/messages/translate.ts'
import type { Permission } from '#shared/permissions/permission.ts'

export interface Counters {
  data_sources: number
  queries: number
  alerts: number
  dashboards: number
  users: number
}

/** The user's permissions, and the pages of the application. */
export interface Walker {
  holds: (permission: Permission) => boolean
  /** Whether there is a page at this address. Steps to missing pages are omitted. */
  hasPage: (pathname: string) => boolean
  counters: Counters
  /** no admin has said yet whether usage data may be sent */
  asksForUsageData: boolean
}

export interface FirstStep {
  label: string
  hint: string
  isDone: boolean
  /** a page, or the dialog for a new dashboard; null: not yet, or not for this user */
  next: { page: string; hash?: string } | 'new-dashboard' | null
}

/** The steps from an empty instance to a team at work, as far as this user can take them; empty once all are done. */
export function firstSteps({ holds, hasPage, counters, asksForUsageData }: Walker): FirstStep[] {
  const isConnected = counters.data_sources > 0
  const hasQueries = counters.queries > 0
  const steps: (FirstStep | false)[] = [
    holds('admin')
      ? {
          label: t('Connect a data source'),
          hint: t('PostgreSQL, MySQL, SQLite, DuckDB, CSV or JSON'),
          isDone: isConnected,
          next: { page: '/data_sources/new' },
        }
      : {
          label: t('Ask an account admin to connect a data source'),
          hint: t('PostgreSQL, MySQL, SQLite, DuckDB, CSV or JSON'),
          isDone: isConnected,
          next: null,
        },
    holds('create_query') && {
      label: t('Create your first query'),
      hint: t('Write SQL, see a table and a chart'),
      isDone: hasQueries,
      next: isConnected ? { page: '/queries/new' } : null,
    },
    holds('list_alerts') &&
      hasPage('/alerts/new') && {
        label: t('Create your first alert'),
        hint: t('Get a message when a number goes too far'),
        isDone: counters.alerts > 0,
        next: hasQueries ? { page: '/alerts/new' } : null,
      },
    holds('create_dashboard') && {
      label: t('Create your first dashboard'),
      hint: t('Put charts and texts side by side'),
      isDone: counters.dashboards > 0,
      next: hasQueries ? 'new-dashboard' : null,
    },
    holds('admin') &&
      hasPage('/users/new') && {
        label: t('Invite your team members'),
        hint: t('They see what their groups may see'),
        isDone: counters.users > 1,
        next: { page: '/users/new' },
      },
  ]
  const shown = steps.filter((step) => step !== false)
  if (shown.every(({ isDone }) => isDone)) return []
  return holds('admin') && asksForUsageData ? [...shown, usageDataStep] : shown
}

/** The last one; alone, it does not keep the list open. */
const usageDataStep: FirstStep = {
  label: t('Decide about anonymous usage data'),
  hint: t('Nothing is sent until you say yes'),
  isDone: false,
  next: { page: '/settings/general', hash: 'usage-data' },
}
