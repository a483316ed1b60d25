/** Colors in even steps, from the least to the most. */
export type ColorRamp = readonly string[]

export interface PageRamps {
  light: ColorRamp
  /** on a dark page the least is dark, so that it stays quiet there */
  dark: ColorRamp
}

function ramp(text: string): ColorRamp {
  return text.split(' ')
}

/** From little to much, in steps that look equal (palette.test.ts). */
export const sequentialScale: PageRamps = {
  light: ramp('#edf2fc #d0d9f2 #b4bfe8 #98a6dd #7e8ed1 #6575c5 #4d5bb9 #3940ac #28209e'),
  dark: ramp('#282d52 #373d74 #474e97 #585fbc #6a72dd #818be6 #99a4ef #b3bdf7 #cdd6ff'),
}

/** From one side to the other over a neutral middle, equally dark at equal distance (palette.test.ts). */
export const divergingScale: PageRamps = {
  light: ramp('#622b09 #9e5116 #d87c35 #eab99a #f4f4f5 #b9c1ee #838de2 #515ac1 #28209e'),
  dark: ramp('#f8d0a2 #da9962 #b66523 #724e38 #31343b #4c5386 #6a72d8 #99a3ee #cdd5ff'),
}

/** The ends of the scale that the options of every new visualization with a scale name. */
export const newScale = {
  min: (sequentialScale.light[0] ?? '').toUpperCase(),
  max: (sequentialScale.light.at(-1) ?? '').toUpperCase(),
} as const

/** Whether two stored colors are the ends of the new scale, which then gives the colors between them. */
export function isNewScale({ min, max }: { min: string; max: string }): boolean {
  return min.toUpperCase() === newScale.min && max.toUpperCase() === newScale.max
}

/** The color at a place of a scale, 0 to 1. */
export function colorOnRamp(colors: ColorRamp, share: number): string {
  const place = Math.min(1, Math.max(0, share)) * (colors.length - 1)
  const below = Math.min(colors.length - 2, Math.floor(place))
  const channel = (color: string | undefined, at: number) =>
    Number.parseInt((color ?? '').slice(1 + 2 * at, 3 + 2 * at), 16)
  const channels = [0, 1, 2].map((at) => {
    const [from, to] = [channel(colors[below], at), channel(colors[below + 1], at)]
    return Math.round(from + (to - from) * (place - below))
  })
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** `count` colors of a scale in even steps; a single one is the end. */
export function colorsOnRamp(colors: ColorRamp, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    colorOnRamp(colors, count === 1 ? 1 : index / (count - 1)),
  )
}
