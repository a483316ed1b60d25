import cloud from 'd3-cloud'
import type { CloudWord } from './word-cloud-model.ts'

/** A word with its place: the middle of its base line, in units of the layout. */
export interface PlacedWord extends CloudWord {
  /** as drawn: long ones are cut */
  label: string
  x: number
  y: number
}

/** Where drawn words are, in units of the layout. */
export interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

export interface WordLayout {
  words: readonly PlacedWord[]
  bounds: Bounds
}

const area = 5000
const padding = 3
/** Milliseconds at a time, so that the page stays quick. */
const slice = 12
const maxLabelLength = 48
/** d3-cloud draws words on a canvas of 2048 before it places them. */
const maxWordLength = 1800

interface DrawnWord {
  word: CloudWord
  label: string
  drawnSize: number
  /** along the base line; not `width`, which d3-cloud overwrites with that of the turned word's box */
  length: number
}

/**
 * Finds places for words from the middle outwards, the largest first, always the same ones. Calls `done` once; the
 * function that it returns stops it.
 */
export function layOutWords(
  words: readonly CloudWord[],
  fontFamily: string,
  done: (layout: WordLayout) => void,
): () => void {
  const measured = measure(words, fontFamily)
  const layout = cloud<DrawnWord & { x?: number; y?: number }>()
    .size([area, area])
    .words(measured)
    .text(({ label }) => label)
    .font(fontFamily)
    .fontSize(({ drawnSize }) => drawnSize)
    .rotate(({ word }) => word.angle)
    .padding(padding)
    .timeInterval(slice)
    .random(() => 0.5)
    .on('end', (placed) => {
      const found = placed.map(({ word, label, drawnSize, length, x = 0, y = 0 }) => ({
        placed: { ...word, size: drawnSize, label, x, y },
        length,
      }))
      done({ words: found.map((one) => one.placed), bounds: boundsOf(found) })
    })
  layout.start()
  return () => void layout.stop()
}

function measure(words: readonly CloudWord[], fontFamily: string): DrawnWord[] {
  const context = document.createElement('canvas').getContext('2d')
  return words.map((word) => {
    const label = shortened(word.text)
    if (context) context.font = `${Math.trunc(word.size)}px ${fontFamily}`
    const width = Math.max(1, context?.measureText(label).width ?? 1)
    const share = Math.min(1, maxWordLength / width)
    return { word, label, drawnSize: Math.trunc(word.size * share), length: width * share }
  })
}

function shortened(text: string): string {
  const characters = [...text]
  return characters.length > maxLabelLength ? `${characters.slice(0, maxLabelLength - 1).join('')}…` : text
}

/** A little more than what letters take: below and above the base line by their size. */
function boundsOf(words: readonly { placed: PlacedWord; length: number }[]): Bounds {
  const bounds: Bounds = { left: 0, top: 0, right: 0, bottom: 0 }
  for (const { placed, length } of words) {
    const { x, y, size, angle } = placed
    const [half, above, below] = [length / 2, size, size * 0.35]
    // turned clockwise, what is above the base line is right of it
    const box =
      angle === 0
        ? { left: x - half, right: x + half, top: y - above, bottom: y + below }
        : { left: x - below, right: x + above, top: y - half, bottom: y + half }
    bounds.left = Math.min(bounds.left, box.left)
    bounds.top = Math.min(bounds.top, box.top)
    bounds.right = Math.max(bounds.right, box.right)
    bounds.bottom = Math.max(bounds.bottom, box.bottom)
  }
  return bounds
}
