import { type Outline, outlineElement } from '../parts/map/outlines.ts'
import type { OpenMap } from '../parts/map/use-leaflet-map.ts'
import { svgDocument, svgElement } from '../parts/svg-text.ts'
import type { ChoroplethModel } from './choropleth-model.ts'
import type { DrawnColors } from './choropleth-theme.ts'

/** The map as it stands on the screen, as an SVG document of the size of its box. */
export function choroplethPicture(
  open: OpenMap,
  outlines: readonly Outline[],
  { regions }: Pick<ChoroplethModel, 'regions'>,
  colors: DrawnColors,
): string {
  const { x: width, y: height } = open.map.getSize()
  const fills = new Map(regions.map(({ id, color }) => [id, colors.ofValue(color)]))
  const shapes = outlines.map((outline) =>
    outlineElement(open, outline, {
      fill: fills.get(outline.id) ?? colors.noValue,
      stroke: colors.borders,
      'stroke-width': 1,
    }),
  )
  const ground = svgElement('rect', { width, height, fill: colors.background })
  return svgDocument(width, height, ground + shapes.join(''))
}
