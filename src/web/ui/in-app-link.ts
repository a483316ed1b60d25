/** What was pressed, as far as it decides who follows the link. */
export interface LinkClick {
  button: number
  hasModifier: boolean
  /** somebody else has dealt with it: a component of the router, a menu */
  isHandled: boolean
  link: { href: string; target: string; isDownload: boolean }
}

/**
 * Where a click on any link leads within the application; null: the browser follows it, as the reader asked for another
 * window, or it leads to another site, to a file, or to a page that the server makes.
 */
export function inAppHref(
  { button, hasModifier, isHandled, link }: LinkClick,
  here: string,
  isPage: (pathname: string) => boolean,
): string | null {
  if (isHandled || button !== 0 || hasModifier) return null
  if ((link.target !== '' && link.target !== '_self') || link.isDownload) return null
  if (!URL.canParse(link.href)) return null
  const { origin, pathname, search, hash } = new URL(link.href)
  if (origin !== new URL(here).origin || !isPage(pathname)) return null
  return `${pathname}${search}${hash}`
}
