const last = new Map<string, Promise<unknown>>()

/**
 * Does the work of one name one after the other in this process, so that a flood waits here and not on connections to the
 * database, which everybody needs.
 */
export async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(name)
  const mine = before === undefined ? work() : before.then(work, work)
  last.set(name, mine)
  try {
    return await mine
  } finally {
    if (last.get(name) === mine) last.delete(name)
  }
}
