/** What is said when a save of a dashboard fails (part 1 section 8). */
export const dashboardWords = {
  updateFailed: 'Dashboard update failed',
  denied: 'Permission Denied.',
  conflict: 'It seems like the dashboard has been modified by another user.',
  conflictAdvice: 'Please copy/backup your changes and reload this page.',
  sharingOnFailed: 'Failed to turn on sharing for this dashboard',
  sharingOffFailed: 'Failed to turn off sharing for this dashboard',
} as const
