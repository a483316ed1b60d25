import { createContext, type RefObject, useContext, useLayoutEffect } from 'react'

/** How a renderer gives its picture away. One that registers none is exported from its HTML (`html-picture.ts`). */
export interface PictureSource {
  /** a whole SVG document */
  svg(): Promise<string>
  /** the picture in pixels, `scale` of them for one of the screen's; default: the SVG painted */
  canvas?(scale: number, ground: string): Promise<HTMLCanvasElement>
}

/** Asked when somebody exports, so that drawing never pays for it. */
export type PictureSourceOf = () => PictureSource | null

export const PictureSourceContext = createContext<RefObject<PictureSourceOf | null> | null>(null)

/** For renderers: where the picture comes from when somebody exports it. */
export function usePictureSource(sourceOf: PictureSourceOf): void {
  const place = useContext(PictureSourceContext)
  useLayoutEffect(() => {
    if (!place) return
    place.current = sourceOf
    return () => {
      if (place.current === sourceOf) place.current = null
    }
  })
}
