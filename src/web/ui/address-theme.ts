export type AddressTheme = 'light' | 'dark'

/** `theme=light` or `theme=dark` of the address of a page for everybody; null: as the system has it. */
export function themeOfAddress(search: string): AddressTheme | null {
  const asked = new URLSearchParams(search).get('theme')
  return asked === 'light' || asked === 'dark' ? asked : null
}
