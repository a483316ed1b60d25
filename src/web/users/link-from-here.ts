/**
 * A link of this instance with the protocol and host that the browser uses
 * (docs/reference/screens-administration.md#links-without-mail).
 */
export function linkFromHere(link: string, origin: string): string {
  const { pathname, search } = new URL(link, origin)
  return `${origin}${pathname}${search}`
}
