import type { Db } from '#server/kernel/index.ts'
import { insertRows, isFree, type Target, updateRow, type Values } from './bring-store.ts'

/** What the report says of an item that `insertFree` or `changeRow` could not write. */
export const takenHere =
  'It cannot be written: its name, or another value that must be unique, belongs to something else here.'

/** Inserts rows, all at once if possible. Answers the items whose unique values were free; the others are left out. */
export async function insertFree<T>(
  db: Db,
  table: Target,
  items: readonly T[],
  rowOf: (item: T) => Values,
): Promise<T[]> {
  if (await isFree(db, () => insertRows(db, table, items.map(rowOf)))) return [...items]
  const written: T[] = []
  for (const item of items)
    if (await isFree(db, () => insertRows(db, table, [rowOf(item)]))) written.push(item)
  return written
}

/** Answers whether the unique values were free. */
export async function changeRow(db: Db, table: Target, id: number, values: Values): Promise<boolean> {
  return await isFree(db, () => updateRow(db, table, id, values))
}
