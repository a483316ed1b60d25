/** The zone whose clock this reader looks at. */
export const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone
