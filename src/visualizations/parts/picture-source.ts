import { type RefObject, useLayoutEffect } from 'react'

/** How to export a part of a picture that is not plain HTML (a canvas, a map). */
export interface PictureSource {
  /** a complete SVG document of the size of its box */
  svg(): Promise<string>
  /** as pixels, `scale` per CSS pixel; default: the SVG, rasterized */
  canvas?(scale: number): Promise<HTMLCanvasElement>
}

/** Called only on export, so that drawing stays fast; null while nothing is drawn. */
export type PictureSourceOf = () => PictureSource | null

const sources = new WeakMap<Element, PictureSourceOf>()

/**
 * For renderers: exports the content of `box` from this source. The rest of a visualization is exported from its HTML
 * (`html-picture.ts`); controls (pagers, inputs) are excluded by `data-picture="none"`.
 */
export function usePictureSource(box: RefObject<Element | null>, sourceOf: PictureSourceOf): void {
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    sources.set(element, sourceOf)
    return () => void sources.delete(element)
  })
}

/** The source that a renderer set for this element. */
export function pictureSourceOf(element: Element): PictureSource | null {
  return sources.get(element)?.() ?? null
}
