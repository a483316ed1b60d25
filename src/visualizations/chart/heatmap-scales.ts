import { type ColorRamp, divergingScale, sequentialScale } from '../parts/color-scales.ts'
import { newColorScheme, parseColor } from '../parts/colors.ts'

/** A position on a color scale, 0 to 1, and its color; colors in between are interpolated. */
export type ColorStop = readonly [at: number, color: string]

export type ColorScale = readonly ColorStop[]

/** Parses `0 #000000, .5 #ff0000`. */
function scaleOf(text: string): ColorScale {
  return text.split(', ').map((stop) => {
    const [at = '', color = ''] = stop.split(' ')
    return [Number(at), color]
  })
}

/** Colors in equal steps. */
function evenScale(text: string | ColorRamp): ColorScale {
  const colors = typeof text === 'string' ? text.split(' ') : text
  return colors.map((color, index) => [index / (colors.length - 1), color])
}

/** The scale without a chosen scheme: blue to red (docs/reference/charts.md#heat-maps). */
export const defaultScale: ColorScale = scaleOf(
  '0 #356aff, .14 #4a7aff, .28 #5d87ff, .42 #7398ff, .56 #fb8c8c, .71 #ec6463, .86 #ec4949, 1 #e92827',
)

/** The scales by stored name, with the stops of Plotly's scales of the same name. */
export const heatmapScales: Readonly<Record<string, ColorScale>> = {
  [newColorScheme]: evenScale(sequentialScale.light),
  [`${newColorScheme} Diverging`]: evenScale(divergingScale.light),
  Blackbody: scaleOf('0 #000000, .2 #e60000, .4 #e6d200, .7 #ffffff, 1 #a0c8ff'),
  Bluered: evenScale('#0000ff #ff0000'),
  Blues: scaleOf('0 #050aac, .35 #283cbe, .5 #4664f5, .6 #5a78f5, .7 #6a89f7, 1 #dcdcdc'),
  Earth: scaleOf('0 #000082, .1 #00b4b4, .2 #28d228, .4 #e6e632, .6 #784614, 1 #ffffff'),
  Electric: scaleOf('0 #000000, .15 #1e0064, .4 #780064, .6 #a05a00, .8 #e6c800, 1 #fffadc'),
  Greens: evenScale('#00441b #006d2c #238b45 #41ab5d #74c476 #a1d99b #c7e9c0 #e5f5e0 #f7fcf5'),
  Greys: evenScale('#000000 #ffffff'),
  Hot: scaleOf('0 #000000, .3 #e60000, .6 #ffd200, 1 #ffffff'),
  Jet: scaleOf('0 #000083, .125 #003caa, .375 #05ffff, .625 #ffff00, .875 #fa0000, 1 #800000'),
  Picnic: evenScale(
    '#0000ff #3399ff #66ccff #99ccff #ccccff #ffffff #ffccff #ff99ff #ff66cc #ff6666 #ff0000',
  ),
  Portland: evenScale('#0c3383 #0a88ba #f2d338 #f28f38 #d91e1e'),
  Rainbow: evenScale('#96005a #0000c8 #0019ff #0098ff #2cff96 #97ff00 #ffea00 #ff6f00 #ff0000'),
  RdBu: scaleOf('0 #050aac, .35 #6a89f7, .5 #bebebe, .6 #dcaa84, .7 #e6915a, 1 #b20a1c'),
  Reds: scaleOf('0 #dcdcdc, .2 #f5c39d, .4 #f5a069, 1 #b20a1c'),
  Viridis: evenScale(
    '#440154 #48186a #472d7b #424086 #3b528b #33638d #2c728e #26828e #21918c #1fa088 #28ae80 #3fbc73 #5ec962 #84d44b #addc30 #d8e219 #fde725',
  ),
  YlGnBu: evenScale('#081d58 #253494 #225ea8 #1d91c0 #41b6c4 #7fcdbb #c7e9b4 #edf8d9 #ffffd9'),
  YlOrRd: evenScale('#800026 #bd0026 #e31a1c #fc4e2a #fd8d3c #feb24c #fed976 #ffeda0 #ffffcc'),
}

/** The scale of a dark page in the place of one of ours for a light page; other scales are the same on both. */
export function scaleOnDark(scale: ColorScale): ColorScale {
  const own = [sequentialScale, divergingScale].find(
    ({ light }) =>
      light.length === scale.length && light.every((color, index) => color === scale[index]?.[1]),
  )
  return own ? evenScale(own.dark) : scale
}

/** Stored name of a scale between two chosen colors. */
export const customScale = 'Custom...'

/** The color at a position of the scale, 0 to 1; clamped at both ends. */
export function colorAt(scale: ColorScale, share: number): string {
  let below: ColorStop = scale[0] ?? [0, '#000000']
  for (const stop of scale) {
    if (stop[0] >= share) return interpolated(below, stop, share)
    below = stop
  }
  return below[1]
}

function interpolated([from, start]: ColorStop, [to, end]: ColorStop, share: number): string {
  const low = parseColor(start)
  const high = parseColor(end)
  if (!low || !high) return end
  const weight = to > from ? Math.min(1, Math.max(0, (share - from) / (to - from))) : 1
  const channels = low.map((channel, index) => Math.round(channel + ((high[index] ?? 0) - channel) * weight))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

const steps = 200

/** The scale as colors in equal steps, the only form that ECharts accepts. */
export function evenColors(scale: ColorScale): string[] {
  return Array.from({ length: steps + 1 }, (_, index) => colorAt(scale, index / steps))
}
