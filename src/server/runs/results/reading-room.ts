import { refuse } from '#shared/errors/refusal.ts'

/** A client that receives data while others may wait for the room. */
export interface Reader {
  /** readers of one owner share one part of a room */
  owner: string
  /** aborts when the reader has disconnected, or has received everything */
  gone: AbortSignal
  /** disconnects the reader */
  drop(): void
}

/** Limits the memory used by all readers of results together. A reader waits in line until there is room. */
export interface ReadingRoom {
  /**
   * Waits until there is room for so many bytes, and returns the function that leaves. A reader that wants more than
   * the whole room gets all of it. A reader inside must not enter again. `reader`: the client the bytes are sent to;
   * without one they stay in this process. Throws result.too_many_orders when the line is long, and the reason of
   * `reader.gone`.
   */
  enter(bytes: number, reader?: Reader): Promise<() => void>
}

/** For rooms whose places depend on clients; see `sendingRoom`. */
interface ReaderLimits {
  /** max bytes for the readers of one owner; a single reader gets in whatever its size */
  share: number
  /** a reader that has been slower for longer than this keeps its place only while no other waits */
  bytesPerSecond: number
  patienceMs: number
}

interface Place {
  bytes: number
  reader: Reader | null
  /** when the reader counts as too slow */
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
      // this owner's readers must not block the others in line
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
        // another reader may have waited behind it
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
 * A row may have 16 MB (result-limits.ts), and is whole in memory while it is read. Chunks up to this size, nearly all
 * of them, pass freely.
 */
export const smallBytes = 2 * megabyte

/** For rows assembled into a reply in memory. Readers leave before the client receives the reply. */
export const makingRoom = readingRoom(192 * megabyte)

/**
 * For large chunks and replies in transit to clients. A slow client keeps its place, so this room is separate from the
 * other one. Clients of one owner get at most a third of it. While others wait, a client has 20 s plus 4 s for each MB.
 */
export const sendingRoom = readingRoom(192 * megabyte, {
  share: 64 * megabyte,
  bytesPerSecond: megabyte / 4,
  patienceMs: 20_000,
})

/** Readers that hold room for their whole reply. */
const holders = new WeakSet<Reader>()

export function isHolding(reader: Reader): boolean {
  return holders.has(reader)
}

/** Reserves room for a reply made in memory, until the reader has received it. */
export async function holdUntilTaken(reader: Reader, bytes: number): Promise<void> {
  if (bytes <= smallBytes) return
  const leave = await sendingRoom.enter(bytes, reader)
  if (reader.gone.aborted) leave()
  reader.gone.throwIfAborted()
  holders.add(reader)
  reader.gone.addEventListener('abort', leave, { once: true })
}
