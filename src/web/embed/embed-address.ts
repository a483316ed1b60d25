import { type AddressTheme, themeOfAddress } from '#web/ui/address-theme.ts'

/** Presence alone counts: `hide_link`, `hide_link=`, `hide_link=false` all hide (docs/reference/screens.md#embeds). */
export const embedFlags = [
  'hide_header',
  'hide_parameters',
  'hide_link',
  'hide_timestamp',
  'showDescription',
] as const
export type EmbedFlag = (typeof embedFlags)[number]

export type EmbedTheme = AddressTheme

/** The content of an embed's address: `/embed/query/5/visualization/7?api_key=…`. */
export interface EmbedAddress {
  queryId: number
  visualizationId: number
  apiKey: string
  flags: Readonly<Record<EmbedFlag, boolean>>
  /** null: the system's theme */
  theme: EmbedTheme | null
  /** seconds; -1: any stored result */
  maxAge: number
}

const path = /^\/embed\/query\/(\d{1,9})\/visualization\/(\d{1,9})\/?$/

/** Returns null for any other address. */
export function readEmbedAddress({
  pathname,
  search,
}: {
  pathname: string
  search: string
}): EmbedAddress | null {
  const ids = path.exec(pathname)
  if (ids === null) return null
  const given = new URLSearchParams(search)
  const maxAge = given.get('maxAge') ?? ''
  return {
    queryId: Number(ids[1]),
    visualizationId: Number(ids[2]),
    apiKey: given.get('api_key') ?? '',
    flags: flagsOf((flag) => given.has(flag)),
    theme: themeOfAddress(search),
    maxAge: /^\d{1,9}$/.test(maxAge) ? Number(maxAge) : -1,
  }
}

export function flagsOf(isSet: (flag: EmbedFlag) => boolean): Record<EmbedFlag, boolean> {
  return Object.fromEntries(embedFlags.map((flag) => [flag, isSet(flag)])) as Record<EmbedFlag, boolean>
}

interface EmbedLink {
  /** address of the instance with a slash at its end */
  base: string
  queryId: number
  visualizationId: number
  apiKey: string
  flags: readonly EmbedFlag[]
  theme: EmbedTheme | null
  /** keys and values of the parameters as an address carries them: `p_year` -> `2026` */
  parameters: Readonly<Record<string, string>>
}

/** The address to put into other pages. */
export function embedLink({
  base,
  queryId,
  visualizationId,
  apiKey,
  flags,
  theme,
  parameters,
}: EmbedLink): string {
  const search = new URLSearchParams({ api_key: apiKey, ...parameters }).toString()
  const extras = [...flags, ...(theme === null ? [] : [`theme=${theme}`])]
  return `${base}embed/query/${queryId}/visualization/${visualizationId}?${[search, ...extras].join('&')}`
}
