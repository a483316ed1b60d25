import { useCallback } from 'react'
import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'
import { orderParameters } from '#shared/parameters/order-parameters.ts'
import type { Parameters } from '#web/parameters/use-parameters.ts'
import { silentWords } from './query-words.ts'
import type { QueryDraft } from './use-query-draft.ts'

export interface ParameterDefinitions {
  /** applies new definitions: saved at once, or with the next save if the text has unsaved changes */
  store(definitions: readonly StoredParameter[]): void
  reorder(names: readonly string[]): void
}

/** Changes of the definitions in the source editor (docs/reference/stored-parameters.md#detection). */
export function useParameterDefinitions(draft: QueryDraft, parameters: Parameters): ParameterDefinitions {
  const { query, isDirty, change, saveField } = draft
  const store = useCallback(
    (definitions: readonly StoredParameter[]) => {
      const options = { ...query.options, parameters: [...definitions] }
      change({ options })
      if (query.id !== null && query.can_edit && !isDirty) void saveField({ options }, silentWords)
    },
    [query, isDirty, change, saveField],
  )
  const { all } = parameters
  return { store, reorder: (names) => store(orderParameters(all, names)) }
}
