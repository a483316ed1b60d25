import { type RefObject, useLayoutEffect } from 'react'

/** How to export a part of a visualization that is not plain HTML (a canvas, a map). */
export interface ImageSource {
  /** a complete SVG document of the size of its box */
  svg(): Promise<string>
  /** as pixels, `scale` per CSS pixel; default: the SVG, rasterized */
  canvas?(scale: number): Promise<HTMLCanvasElement>
}

/** Called only on export, so that drawing stays fast; null while nothing is drawn. */
export type ImageSourceOf = () => ImageSource | null

const sources = new WeakMap<Element, ImageSourceOf>()

/**
 * For renderers: exports the content of `box` from this source. The rest of a visualization is exported from its HTML
 * (`html-image.ts`); controls (pagers, inputs) are excluded by `data-image="none"`.
 */
export function useImageSource(box: RefObject<Element | null>, sourceOf: ImageSourceOf): void {
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    sources.set(element, sourceOf)
    return () => void sources.delete(element)
  })
}

/** The source that a renderer set for this element. */
export function imageSourceOf(element: Element): ImageSource | null {
  return sources.get(element)?.() ?? null
}
