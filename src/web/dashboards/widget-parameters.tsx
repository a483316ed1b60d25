import { useMemo, useState } from 'react'
import { widgetParameters } from '#shared/dashboards/parameter-mappings.ts'
import type { StoredParameter } from '#shared/queries/detect-parameters.ts'
import type { DropdownSource } from '#web/parameters/dropdown-source.ts'
import { PageParameters } from '#web/parameters/page-parameters.tsx'
import { useParameterValues } from '#web/parameters/use-parameters.ts'
import type { RunWidget } from './run-widgets.ts'
import { SortableParameters } from './sortable-parameters.tsx'
import { widgetPrefix } from './use-dashboard-values.ts'

interface WidgetParametersProps {
  widget: RunWidget
  dropdowns: DropdownSource
  onApply(widgetId: number, parameters: readonly StoredParameter[]): void
  /** null: their order cannot be changed now */
  onOrder: ((names: readonly string[]) => void) | null
}

/** The controls of a widget's own parameters. */
export function WidgetParameters({ widget, dropdowns, onApply, onOrder }: WidgetParametersProps) {
  const definitions = useMemo(() => widgetParameters(widget), [widget])
  // the address has said the applied values since the page was opened
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
