export interface FrameSize {
  width: number
  height: number
}

/** See docs/reference/screens.md#constants-of-the-interface. */
export const usualSize: FrameSize = { width: 720, height: 391 }
export const maxPixels = 10_000

/** HTML for another page. Quotes and angle brackets cannot occur in an address, ampersands can. */
export function iframeText(address: string, { width, height }: FrameSize): string {
  return `<iframe src="${address.replaceAll('&', '&amp;')}" width="${width}" height="${height}"></iframe>`
}

/** The applied values of a query page's parameters: its address always says them (`p_year=2026`). */
export function parametersInAddress(search: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(search)].filter(([key]) => key.startsWith('p_')))
}
