/** The tab of an address: the longest match, as the user's own account is below the users. */
export function tabOf<T extends { to: string }>(tabs: readonly T[], pathname: string): T | undefined {
  return tabs
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .sort((a, b) => b.to.length - a.to.length)[0]
}
