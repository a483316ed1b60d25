import type { StoredObject } from '../object-store.ts'
import type { DeletionVector, LogHeader } from './log-table.ts'

/** What the log of a table says besides its files. */
export interface TableLog extends LogHeader {
  /** for each file, in their order */
  notes: { uri: string; sequence: number; vector: StoredVector | null }[]
  /** files with the places of deleted rows */
  deletes: { object: StoredObject; sequence: number }[]
}

export type StoredVector = DeletionVector & { object: StoredObject | null }
