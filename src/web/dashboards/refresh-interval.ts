/** See docs/reference/dashboards.md#automatic-refresh: seconds. */
export const minRefresh = 30

/** The shortest interval of automatic refreshes, in seconds: that of the settings, but never below half a minute. */
export function minAllowed(offered: readonly number[]): number {
  return Math.max(minRefresh, offered.length === 0 ? 0 : Math.min(...offered))
}

/** `refresh` of the address, in seconds; null when it names none. Too short ones become the shortest allowed. */
export function refreshOfAddress(text: string | undefined, offered: readonly number[]): number | null {
  if (text === undefined || !/^\d{1,9}$/.test(text.trim())) return null
  const seconds = Number(text)
  return seconds === 0 ? null : Math.max(seconds, minAllowed(offered))
}

/** The intervals of the menu, shortest first; those below the minimum are shown but disabled. */
export function refreshChoices(offered: readonly number[]): { seconds: number; isAllowed: boolean }[] {
  const sorted = [...new Set(offered)].sort((a, b) => a - b)
  return sorted.map((seconds) => ({ seconds, isAllowed: seconds >= minAllowed(offered) }))
}
