import { useState } from 'react'
import { liveAutocompleteColumns } from '#shared/queries/run-rules.ts'
import type { LoadedSchema, SchemaState } from '#web/schema-browser/use-schema.ts'
import { readLocalOption, writeLocalOption } from '#web/ui/local-options.ts'

const optionName = 'liveAutocomplete'

/**
 * The live-autocomplete switch: on by default, remembered, unavailable for large schemas
 * (docs/reference/screens.md#source-editor).
 */
export function useLiveAutocomplete(state: SchemaState) {
  const [isOn, setIsOn] = useState(() => readLocalOption(optionName) !== 'false')
  const columns = state.status === 'ready' ? state.schema.outline.columnTotal : 0
  return {
    isOn,
    isAvailable: columns <= liveAutocompleteColumns,
    toggle: () => {
      writeLocalOption(optionName, String(!isOn))
      setIsOn(!isOn)
    },
  }
}

export function loadedSchema(state: SchemaState): LoadedSchema | null {
  return state.status === 'ready' ? state.schema : null
}
