export const publicWords = {
  gone: 'This link is no longer valid.',
  goneAdvice:
    'Sharing of this dashboard was switched off, or it has a new link. Ask the person who sent you this one.',
  disabled: 'Public URLs are disabled.',
  disabledAdvice:
    'The administrator of this Sextant does not show dashboards to visitors who are not logged in.',
  empty: 'This dashboard has no widgets yet.',
  failed: 'The dashboard could not be loaded.',
  unknown: 'Unknown error occurred. Please try again later.',
} as const
