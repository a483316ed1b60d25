import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { widgetParameters } from '#shared/dashboards/parameter-mappings.ts'
import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'
import type { DropdownSource } from '#web/parameters/dropdown-source.ts'
import { PageParameters } from '#web/parameters/page-parameters.tsx'
import type { ArrangedField } from '#web/parameters/parameter-area.tsx'
import { useParameterValues } from '#web/parameters/use-parameters.ts'
import { lazy } from '#web/ui/lazy.tsx'
import type { RunWidget } from './run-widgets.ts'
import { widgetPrefix } from './use-dashboard-values.ts'

interface WidgetParametersProps {
  widget: RunWidget
  dropdowns: DropdownSource
  onApply(widgetId: number, parameters: readonly StoredParameter[]): void
  /** null: their order cannot be changed */
  onOrder: ((names: readonly string[]) => void) | null
}

/** The controls of a widget's own parameters. */
export function WidgetParameters({ widget, dropdowns, onApply, onOrder }: WidgetParametersProps) {
  const definitions = useMemo(() => widgetParameters(widget), [widget])
  // from then on, the address is written from the applied values
  const [search] = useState(() => window.location.search)
  const parameters = useParameterValues(definitions, { search, prefix: widgetPrefix(widget.id) })
  return (
    <PageParameters
      parameters={parameters}
      dropdowns={dropdowns}
      onApply={() => onApply(widget.id, parameters.apply().parameters)}
      arrange={
        onOrder === null ? undefined : (fields) => <SortableParameters fields={fields} onReorder={onOrder} />
      }
    />
  )
}

const SortableFields = lazy(() =>
  import('#web/parameters/sortable-fields.tsx').then((module) => ({ default: module.SortableFields })),
)

interface SortableParametersProps {
  fields: readonly ArrangedField[]
  onReorder(names: readonly string[]): void
}

/** Controls that can be reordered by dragging. The code for dragging is loaded in edit mode only. */
export function SortableParameters({ fields, onReorder }: SortableParametersProps): ReactNode {
  return (
    <Suspense>
      <SortableFields fields={fields} onReorder={onReorder} />
    </Suspense>
  )
}
