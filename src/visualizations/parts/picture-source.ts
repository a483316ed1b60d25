import { type RefObject, useLayoutEffect } from 'react'

/** How a part of a picture that is no plain HTML (a canvas, a map) is given away. */
export interface PictureSource {
  /** a whole SVG document of the size of its box */
  svg(): Promise<string>
  /** in pixels, `scale` of them for one of the screen's; default: the SVG, painted */
  canvas?(scale: number): Promise<HTMLCanvasElement>
}

/** Asked when somebody exports, so that drawing never pays for it; null while nothing is drawn. */
export type PictureSourceOf = () => PictureSource | null

const sources = new WeakMap<Element, PictureSourceOf>()

/**
 * For renderers: what stands in `box` is exported from this source. All else of a visualization is exported from its
 * HTML (`html-picture.ts`); parts that are only there to be used (pagers, inputs) carry `data-picture="none"`.
 */
export function usePictureSource(box: RefObject<Element | null>, sourceOf: PictureSourceOf): void {
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    sources.set(element, sourceOf)
    return () => void sources.delete(element)
  })
}

/** The source that a renderer has set for this element. */
export function pictureSourceOf(element: Element): PictureSource | null {
  return sources.get(element)?.() ?? null
}
