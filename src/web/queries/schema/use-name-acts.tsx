import { type ReactNode, Suspense, useState } from 'react'
import type { SchemaActs } from '#web/schema-browser/schema-acts.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { Opening } from '#web/ui/opening.tsx'
import { namesOf } from '../../editor/editor-language.ts'
import { quoteName, quotePart } from '../../editor/quote-name.ts'
import type { ReadSource } from './use-preview.ts'

const TablePreview = lazy(() =>
  import('./table-preview.tsx').then((module) => ({ default: module.TablePreview })),
)
const SampleValues = lazy(() =>
  import('./sample-values.tsx').then((module) => ({ default: module.SampleValues })),
)

interface NameActsProps {
  insert(quoted: string): void
  /** whether the user may run texts on the data source, and it has tables to read */
  mayRun: boolean
}

/** What the tree of the schema does with its names, and the dialog with a table's rows. */
export function useNameActs(
  source: ReadSource,
  { insert, mayRun }: NameActsProps,
): { acts: SchemaActs; dialog: ReactNode } {
  const [previewed, setPreviewed] = useState<string | null>(null)
  const style = namesOf(source)
  const acts: SchemaActs = {
    quoted: (name, kind) => (kind === 'table' ? quoteName(name, style) : quotePart(name, style)),
    insert,
    preview: mayRun ? setPreviewed : null,
    values: mayRun
      ? (table, column) => (
          <Suspense>
            <SampleValues key={`${table}.${column}`} source={source} table={table} column={column} />
          </Suspense>
        )
      : null,
  }
  const dialog = previewed !== null && mayRun && (
    <Opening>
      <TablePreview source={source} table={previewed} onClose={() => setPreviewed(null)} />
    </Opening>
  )
  return { acts, dialog }
}
