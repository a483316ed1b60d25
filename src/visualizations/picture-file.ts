import { t } from '#shared/messages/translate.ts'
import type { HtmlPicture } from './parts/html-picture.ts'

export type PictureFormat = 'png' | 'svg'

/** Pixels of a PNG file for one of the screen's. */
const pngScale = 2
/** What browsers paint at least, in pixels of one side and in all. */
const limits = { side: 16_384, area: 120_000_000 }

/** The visualization inside of `root` as a file. Throws an error with a text for people when there is no picture. */
export async function pictureFile(root: HTMLElement, format: PictureFormat): Promise<Blob> {
  const { drawHtml } = await import('./parts/html-picture.ts')
  const ground = groundOf(root)
  const request = format === 'png' ? { ground, scale: pngScale } : { ground }
  const picture = await drawHtml(root, request)
  if (picture === null) throw new Error(t('There is no picture to download yet.'))
  return format === 'svg' ? new Blob([picture.svg], { type: 'image/svg+xml' }) : paint(picture)
}

/** The first colour behind the picture. */
export function groundOf(root: HTMLElement): string {
  for (let element: HTMLElement | null = root; element; element = element.parentElement) {
    const { backgroundColor } = getComputedStyle(element)
    if (backgroundColor !== 'transparent' && backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor
  }
  return '#ffffff'
}

/** How many pixels of a file there are for one of the screen's, in pictures of this size. */
export function paintedScale({ width, height }: Pick<HtmlPicture, 'width' | 'height'>): number {
  return Math.min(pngScale, limits.side / Math.max(width, height), Math.sqrt(limits.area / (width * height)))
}

/** The drawn picture as a PNG file. */
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
    if (blob === null) throw new Error(t('The picture is too large to be painted.'))
    return blob
  } finally {
    URL.revokeObjectURL(address)
  }
}
