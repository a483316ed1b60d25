import { type AddressTheme, themeOfAddress } from '#web/ui/address-theme.ts'

/** The content of a shared dashboard's address besides values of parameters and filters: `/public/dashboards/{token}`. */
export interface PublicAddress {
  token: string
  /** null: the system's theme */
  theme: AddressTheme | null
  /** presence alone counts */
  isFullscreen: boolean
  /** seconds between refreshes, as written in the address */
  refresh: string | undefined
}

const path = /^\/public\/dashboards\/([\w-]{20,128})\/?$/

/** Returns null for any other address. */
export function readPublicAddress({
  pathname,
  search,
}: {
  pathname: string
  search: string
}): PublicAddress | null {
  const token = path.exec(pathname)?.[1]
  if (token === undefined) return null
  const given = new URLSearchParams(search)
  return {
    token,
    theme: themeOfAddress(search),
    isFullscreen: given.has('fullscreen'),
    refresh: given.get('refresh') ?? undefined,
  }
}
