import type { ReactNode } from 'react'

export type NameKind = 'table' | 'column'

/** The type under which a dragged name of the schema travels: already quoted, without spaces. */
export const nameType = 'application/x-sextant-name'

/** What the page does with the names of its schema. */
export interface SchemaActs {
  /** a name as the data source writes it; of a table with its schema */
  quoted(name: string, kind: NameKind): string
  /** puts a quoted name into the text */
  insert(quoted: string): void
  /** shows the first rows of a table; null: not allowed */
  preview: ((table: string) => void) | null
  /** draws values of a column when the user asks for them; null: not allowed */
  values: ((table: string, column: string) => ReactNode) | null
}

/** How many rows a preview of a table shows. */
export const previewRows = 100
