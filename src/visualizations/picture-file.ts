import { t } from '#shared/messages/translate.ts'
import type { HtmlPicture } from './parts/html-picture.ts'

export type PictureFormat = 'png' | 'svg'

/** Pixels of a PNG file per CSS pixel. */
const pngScale = 2
/** Canvas sizes that all browsers support: pixels of one side, and in total. */
const limits = { side: 16_384, area: 120_000_000 }

/** Exports the visualization inside `root` as a file. Throws an Error with a message for users when there is no picture. */
export async function pictureFile(root: HTMLElement, format: PictureFormat): Promise<Blob> {
  const { drawHtml } = await import('./parts/html-picture.ts')
  const ground = groundOf(root)
  const request = format === 'png' ? { ground, scale: pngScale } : { ground }
  const picture = await drawHtml(root, request)
  if (picture === null) throw new Error(t('There is no image to download yet.'))
  return format === 'svg' ? new Blob([picture.svg], { type: 'image/svg+xml' }) : paint(picture)
}

/** The nearest opaque background color behind the picture. */
export function groundOf(root: HTMLElement): string {
  for (let element: HTMLElement | null = root; element; element = element.parentElement) {
    const { backgroundColor } = getComputedStyle(element)
    if (backgroundColor !== 'transparent' && backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor
  }
  return '#ffffff'
}

/** Pixels of the PNG file per CSS pixel, reduced for pictures that would exceed the canvas limits. */
export function paintedScale({ width, height }: Pick<HtmlPicture, 'width' | 'height'>): number {
  return Math.min(pngScale, limits.side / Math.max(width, height), Math.sqrt(limits.area / (width * height)))
}

/** Rasterizes the picture to PNG. */
export async function paint(picture: HtmlPicture): Promise<Blob> {
  const { svg, width, height } = picture
  const scale = paintedScale(picture)
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (blob === null) throw new Error(t('The image is too large to draw.'))
    return blob
  } finally {
    URL.revokeObjectURL(address)
  }
}
