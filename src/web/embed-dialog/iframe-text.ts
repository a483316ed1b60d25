export interface FrameSize {
  width: number
  height: number
}

/** See docs/reference/screens.md#constants-of-the-interface. */
export const usualSize: FrameSize = { width: 720, height: 391 }
export const maxPixels = 10_000

/** HTML for another page. An address can contain ampersands, but no quotes or angle brackets. */
export function iframeText(address: string, { width, height }: FrameSize): string {
  return `<iframe src="${address.replaceAll('&', '&amp;')}" width="${width}" height="${height}"></iframe>`
}

/** The applied values of a query page's parameters, which its address always contains (`p_year=2026`). */
export function parametersInAddress(search: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(search)].filter(([key]) => key.startsWith('p_')))
}
