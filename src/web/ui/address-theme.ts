export type AddressTheme = 'light' | 'dark'

/** `theme=light` or `theme=dark` in the address of a public page; null: the system's theme. */
export function themeOfAddress(search: string): AddressTheme | null {
  const asked = new URLSearchParams(search).get('theme')
  return asked === 'light' || asked === 'dark' ? asked : null
}
