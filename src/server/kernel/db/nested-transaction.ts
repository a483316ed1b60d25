import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * A transaction that use cases can be given as their database: what they start as a transaction of their own becomes a
 * savepoint of this one. So several use cases succeed or fail together.
 */
export function nestable(tx: Db): Db {
  let depth = 0
  const execute = async <T>(work: (inner: Db) => Promise<T>): Promise<T> => {
    // one after another, as on any one connection, so that the depth is a unique name
    const name = sql.id(`nested_${++depth}`)
    try {
      await sql`savepoint ${name}`.execute(tx)
      try {
        const answer = await work(within)
        await sql`release savepoint ${name}`.execute(tx)
        return answer
      } catch (error) {
        await sql`rollback to savepoint ${name}`.execute(tx)
        throw error
      }
    } finally {
      depth--
    }
  }
  // the class has private fields, so a subclass cannot be made of an existing transaction
  const within: Db = new Proxy(tx, {
    get(target, property) {
      if (property === 'transaction') return () => ({ execute })
      const value: unknown = Reflect.get(target, property, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return within
}
