/** The properties of a click that decide who follows the link. */
export interface LinkClick {
  button: number
  hasModifier: boolean
  /** already handled by a component of the router or by a menu */
  isHandled: boolean
  link: { href: string; target: string; isDownload: boolean }
}

/**
 * Where a click on a link leads within the application. null: the browser follows it, because the user opens another
 * window, or it leads to another site, a file, or a page made by the server.
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
