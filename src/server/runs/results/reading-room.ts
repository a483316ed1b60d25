import { refuse } from '#shared/errors/refusal.ts'

/** Bounds the memory that readers of results hold together. A reader that finds no room waits in line. */
export interface ReadingRoom {
  /**
   * Waits until there is room for so many bytes, and answers the function that leaves. A reader that wants more than the
   * whole room gets all of it. A reader inside must not enter again. Throws result.too_many_orders when the line is long.
   */
  enter(bytes: number): Promise<() => void>
}

const maxWaiting = 200

export function readingRoom(size: number): ReadingRoom {
  const line: { bytes: number; begin: () => void }[] = []
  let taken = 0
  const admit = () => {
    for (let next = line[0]; next !== undefined && taken + next.bytes <= size; next = line[0]) {
      line.shift()
      taken += next.bytes
      next.begin()
    }
  }
  return {
    async enter(wanted) {
      if (line.length >= maxWaiting) throw refuse('result.too_many_orders')
      const bytes = Math.min(wanted, size)
      await new Promise<void>((begin) => {
        line.push({ bytes, begin })
        admit()
      })
      let isInside = true
      return () => {
        if (!isInside) return
        isInside = false
        taken -= bytes
        admit()
      }
    },
  }
}

const megabyte = 1024 * 1024

/**
 * A row may have 16 MB (result-limits.ts), and it is held whole while it is read. Chunks up to this size pass freely; they
 * are nearly all there are.
 */
export const smallBytes = 2 * megabyte

/** For rows that are made into a reply in memory. Readers leave before the client takes the reply. */
export const makingRoom = readingRoom(192 * megabyte)
/** For large chunks on their way to a client. A slow client keeps its place, so this room is apart from the other one. */
export const sendingRoom = readingRoom(192 * megabyte)
