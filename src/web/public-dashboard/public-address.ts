import { type AddressTheme, themeOfAddress } from '#web/ui/address-theme.ts'

/** What the address of a shared dashboard says besides values of parameters and filters: `/public/dashboards/{token}`. */
export interface PublicAddress {
  token: string
  /** null: as the system has it */
  theme: AddressTheme | null
  /** presence alone counts */
  isFullscreen: boolean
  /** seconds between two refreshes, as it is written there */
  refresh: string | undefined
}

const path = /^\/public\/dashboards\/([\w-]{20,128})\/?$/

/** null for what is no such address. */
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
