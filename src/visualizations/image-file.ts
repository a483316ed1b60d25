import { t } from '#shared/messages/translate.ts'
import type { ExportedImage } from './parts/html-image.ts'

export type ImageFormat = 'png' | 'svg'

/** Pixels of a PNG file per CSS pixel. */
const pngScale = 2
/** Canvas sizes that all browsers support: pixels of one side, and in total. */
const limits = { side: 16_384, area: 120_000_000 }

/** Exports the visualization inside `root` as a file. Throws an Error with a message for users if nothing is drawn. */
export async function imageFile(root: HTMLElement, format: ImageFormat): Promise<Blob> {
  const { drawHtml } = await import('./parts/html-image.ts')
  const ground = groundOf(root)
  const request = format === 'png' ? { ground, scale: pngScale } : { ground }
  const image = await drawHtml(root, request)
  if (image === null) throw new Error(t('There is no image to download yet.'))
  return format === 'svg' ? new Blob([image.svg], { type: 'image/svg+xml' }) : paint(image)
}

/** The nearest opaque background color behind the visualization. */
export function groundOf(root: HTMLElement): string {
  for (let element: HTMLElement | null = root; element; element = element.parentElement) {
    const { backgroundColor } = getComputedStyle(element)
    if (backgroundColor !== 'transparent' && backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor
  }
  return '#ffffff'
}

/** Pixels of the PNG file per CSS pixel, reduced for images that would exceed the canvas limits. */
export function paintedScale({ width, height }: Pick<ExportedImage, 'width' | 'height'>): number {
  return Math.min(pngScale, limits.side / Math.max(width, height), Math.sqrt(limits.area / (width * height)))
}

/** Rasterizes an SVG document to PNG. */
export async function paint(image: ExportedImage): Promise<Blob> {
  const { svg, width, height } = image
  const scale = paintedScale(image)
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const loaded = new Image()
    loaded.src = address
    await loaded.decode()
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    canvas.getContext('2d')?.drawImage(loaded, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (blob === null) throw new Error(t('The image is too large to draw.'))
    return blob
  } finally {
    URL.revokeObjectURL(address)
  }
}
