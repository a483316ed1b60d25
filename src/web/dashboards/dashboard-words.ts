import { t } from '#shared/messages/translate.ts'

/** Messages when saving a dashboard fails (docs/reference/dashboards.md#dashboard-messages). */
export const dashboardWords = {
  updateFailed: t('Dashboard update failed'),
  denied: t('Permission Denied.'),
  conflict: t('It seems like the dashboard has been modified by another user.'),
  conflictAdvice: t('Please copy/backup your changes and reload this page.'),
  sharingOnFailed: t('Failed to turn on sharing for this dashboard'),
  sharingOffFailed: t('Failed to turn off sharing for this dashboard'),
} as const
