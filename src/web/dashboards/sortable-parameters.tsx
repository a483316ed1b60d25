import { type ReactNode, Suspense } from 'react'
import type { ArrangedField } from '#web/parameters/parameter-area.tsx'
import { lazy } from '#web/ui/lazy.tsx'

const SortableFields = lazy(() =>
  import('#web/parameters/sortable-fields.tsx').then((module) => ({ default: module.SortableFields })),
)

interface SortableParametersProps {
  fields: readonly ArrangedField[]
  onReorder(names: readonly string[]): void
}

/** Controls that are dragged into another order; what dragging needs is loaded in edit mode alone. */
export function SortableParameters({ fields, onReorder }: SortableParametersProps): ReactNode {
  return (
    <Suspense>
      <SortableFields fields={fields} onReorder={onReorder} />
    </Suspense>
  )
}
