/** The time zone of the browser. */
export const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone
