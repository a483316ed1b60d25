import { refuse } from '#shared/errors/refusal.ts'

/** A client that takes what it is sent while others may wait for the room. */
export interface Reader {
  /** readers of one owner have one share of a room together */
  owner: string
  /** aborts when the reader is gone, or has taken everything */
  gone: AbortSignal
  /** ends the reader */
  drop(): void
}

/** Bounds the memory that readers of results hold together. A reader that finds no room waits in line. */
export interface ReadingRoom {
  /**
   * Waits until there is room for so many bytes, and answers the function that leaves. A reader that wants more than the
   * whole room gets all of it. A reader inside must not enter again. `reader`: whom the bytes are sent to; without one they
   * stay in this process. Throws result.too_many_orders when the line is long, and the reason of `reader.gone`.
   */
  enter(bytes: number, reader?: Reader): Promise<() => void>
}

/** For rooms whose places clients hold; see `sendingRoom`. */
interface ReaderLimits {
  /** bytes for the readers of one owner; one reader gets in whatever it wants */
  share: number
  /** a reader that is slower for longer than this keeps its place only as long as no other waits */
  bytesPerSecond: number
  patienceMs: number
}

interface Place {
  bytes: number
  reader: Reader | null
  /** when the reader has been too slow */
  until: number
  begin(): void
}

const maxWaiting = 200
const maxWaitingOfOne = 50

export function readingRoom(size: number, limits?: ReaderLimits): ReadingRoom {
  const line: Place[] = []
  const inside = new Set<Place>()
  let taken = 0
  let timer: NodeJS.Timeout | undefined

  const isOfOwner = (place: Place, { reader }: Place) =>
    reader !== null && place.reader !== null && place.reader.owner === reader.owner
  const isWithinShare = (place: Place) => {
    if (limits === undefined || place.reader === null) return true
    let held = 0
    for (const other of inside) if (isOfOwner(other, place)) held += other.bytes
    return held === 0 || held + place.bytes <= limits.share
  }
  const admit = () => {
    for (const place of [...line]) {
      // the others of the line need not wait for this owner's readers
      if (!isWithinShare(place)) continue
      if (taken + place.bytes > size) break
      line.splice(line.indexOf(place), 1)
      inside.add(place)
      taken += place.bytes
      if (limits !== undefined && place.reader !== null)
        place.until = performance.now() + limits.patienceMs + (place.bytes / limits.bytesPerSecond) * 1000
      place.begin()
    }
    dropSlow()
  }
  const dropSlow = () => {
    clearTimeout(timer)
    if (line.length === 0) return
    let next = Number.POSITIVE_INFINITY
    for (const place of inside) {
      if (place.until <= performance.now()) {
        place.until = Number.POSITIVE_INFINITY
        place.reader?.drop()
      }
      next = Math.min(next, place.until)
    }
    if (next < Number.POSITIVE_INFINITY) timer = setTimeout(dropSlow, next - performance.now() + 1).unref()
  }
  const standInLine = (place: Place) => {
    const isLong =
      line.length >= maxWaiting || line.filter((other) => isOfOwner(other, place)).length >= maxWaitingOfOne
    if (isLong) throw refuse('result.too_many_orders')
    line.push(place)
  }
  return {
    async enter(wanted, reader) {
      reader?.gone.throwIfAborted()
      const { promise, resolve: begin, reject } = Promise.withResolvers<void>()
      const bytes = Math.min(wanted, size)
      const place: Place = { bytes, reader: reader ?? null, until: Number.POSITIVE_INFINITY, begin }
      standInLine(place)
      const giveUp = () => {
        const index = line.indexOf(place)
        if (index >= 0) line.splice(index, 1)
        reject(reader?.gone.reason)
        // another one may have waited behind it
        admit()
      }
      reader?.gone.addEventListener('abort', giveUp, { once: true })
      try {
        admit()
        await promise
      } finally {
        reader?.gone.removeEventListener('abort', giveUp)
      }
      return () => {
        if (!inside.delete(place)) return
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

/**
 * For large chunks and replies on their way to clients. A slow client keeps its place, so this room is apart from the other
 * one. Clients of one owner hold a third of it at most. While others wait, a client has 20 s and 4 s for each MB.
 */
export const sendingRoom = readingRoom(192 * megabyte, {
  share: 64 * megabyte,
  bytesPerSecond: megabyte / 4,
  patienceMs: 20_000,
})

/** Takes a place for a reply that is made in memory, for as long as the reader needs to take it. */
export async function holdUntilTaken(reader: Reader, bytes: number): Promise<void> {
  if (bytes <= smallBytes) return
  const leave = await sendingRoom.enter(bytes, reader)
  if (reader.gone.aborted) leave()
  reader.gone.throwIfAborted()
  reader.gone.addEventListener('abort', leave, { once: true })
}
