import type { PulledFeed } from './remote-run.ts'

export interface RowFiller {
  /** Whether there is a column of this name. */
  has(name: string): boolean
  /** For the rows of one series: `fixed` are cells that all of them have, `names` those that come with each. */
  series(fixed: ReadonlyMap<string, string>, names: readonly string[]): SeriesFiller
}

export interface SeriesFiller {
  /** Cells in the order of `names`, without reading them; they and `fixed` may be `null`. */
  push(cells: readonly string[], feed: PulledFeed): void
}

/** Rows of a result that has the columns of several series: a row has values for those of its own only. */
export function rowFiller(names: readonly string[]): RowFiller {
  const positions = new Map(names.map((name, at) => [name, at]))
  return {
    has: (name) => positions.has(name),
    series(fixed, own) {
      // only with the first row: an answer may have many series of which none has rows
      let begun: { blank: (string | null)[]; places: number[]; length: number } | null = null
      const begin = () => {
        const blank = new Array<string | null>(names.length).fill(null)
        let length = 0
        for (const [name, cell] of fixed) {
          blank[positions.get(name) as number] = cell === 'null' ? null : cell
          length += cell.length
        }
        begun = { blank, places: own.map((name) => positions.get(name) as number), length }
        return begun
      }
      return {
        push(cells, feed) {
          const { blank, places, length } = begun ?? begin()
          const row = blank.slice()
          let size = length
          for (let at = 0; at < places.length; at++) {
            const cell = cells[at] as string
            row[places[at] as number] = cell === 'null' ? null : cell
            size += cell.length
          }
          feed.push(row, size)
        },
      }
    },
  }
}
