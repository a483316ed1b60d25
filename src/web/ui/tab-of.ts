/** The tab of an address: the longest that fits, as one's own account stands below the users. */
export function tabOf<T extends { to: string }>(tabs: readonly T[], pathname: string): T | undefined {
  return tabs
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .sort((a, b) => b.to.length - a.to.length)[0]
}
