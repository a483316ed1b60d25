import { t } from '#shared/messages/translate.ts'
import type { ImageFormat } from '#visualizations/image-file.ts'

export const imageFormats: readonly { format: ImageFormat; label: string }[] = [
  { format: 'png', label: t('Download as PNG Image') },
  { format: 'svg', label: t('Download as SVG Image') },
]

/** Downloads the visualization inside `root` as a file. Throws an error with a message for users. */
export async function exportImage(
  root: HTMLElement | null,
  format: ImageFormat,
  name: string,
): Promise<void> {
  if (root === null) throw new Error(t('There is no image to download yet.'))
  const { imageFile } = await import('#visualizations/image-file.ts')
  saveFile(await imageFile(root, format), `${imageFileName(name)}.${format}`)
}

/** Downloads content made in the page as a file. */
export function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // the browser reads the file after the click; a minute is ample
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** A file name that is valid on every system: white space and forbidden characters become `_`. */
export function imageFileName(name: string): string {
  const plain = name
    .trim()
    .replaceAll(/[\s\\/:*?"<>|.\p{Cc}]+/gu, '_')
    .slice(0, 120)
  return plain === '' ? 'visualization' : plain
}
