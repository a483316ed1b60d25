/** A link of this instance with the protocol and host that the browser reaches it by (part 2 section 8). */
export function linkFromHere(link: string, origin: string): string {
  const { pathname, search } = new URL(link, origin)
  return `${origin}${pathname}${search}`
}
