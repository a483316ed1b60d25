const last = new Map<string, Promise<unknown>>()

/**
 * Serializes work with the same name in this process, so that a flood of requests waits here instead of occupying the
 * shared database connections.
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
