import { type ReactNode, type RefObject, useCallback, useState } from 'react'
import { readStoredParameters, type StoredParameter } from '#shared/parameters/detect-parameters.ts'
import { orderParameters } from '#shared/parameters/order-parameters.ts'
import { insertText, withParameter } from '#shared/parameters/parameter-form.ts'
import type { TextEditorHandle } from '#web/editor/text-editor.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import { Opening } from '#web/ui/opening.tsx'
import type { Parameters } from '../parameters/use-parameters.ts'
import { silentWords } from './query-words.ts'
import type { QueryDraft } from './use-query-draft.ts'

const ParameterDialog = lazy(() =>
  import('../parameters/dialog/parameter-dialog.tsx').then((module) => ({ default: module.ParameterDialog })),
)

interface ParameterDialogParts {
  draft: QueryDraft
  parameters: Parameters
  definitions: ParameterDefinitions
  handle: RefObject<TextEditorHandle | null>
}

/** The dialog of the source editor: for a new parameter, inserted at the cursor, or for an existing one. */
export function useParameterDialog({ draft, parameters, definitions, handle }: ParameterDialogParts): {
  add(): void
  edit(parameter: StoredParameter): void
  dialog: ReactNode
} {
  // `parameter` null: a new one
  const [opened, setOpened] = useState<{ parameter: StoredParameter | null } | null>(null)
  const { query } = draft
  const names = parameters.all.map((parameter) => parameter.name)
  const close = () => setOpened(null)
  const store = (parameter: StoredParameter, isNew: boolean) => {
    const known = [
      ...parameters.all,
      // parameters that were removed from the text may be added again
      ...readStoredParameters(query.options).filter((one) => !names.includes(one.name)),
    ]
    const changed = withParameter(known, parameter)
    // the debounce may not have reported the newest text yet
    const isTextStored = (handle.current?.text() ?? query.query) === query.query
    if (!isNew && isTextStored) definitions.store(changed)
    else draft.change({ options: { ...query.options, parameters: changed } })
  }
  const save = (parameter: StoredParameter) => {
    const isNew = opened?.parameter === null
    close()
    store(parameter, isNew)
    if (isNew) handle.current?.insert(insertText(parameter))
  }
  return {
    add: () => setOpened({ parameter: null }),
    // its control may show a value that is not applied yet
    edit: (shown) =>
      setOpened({ parameter: parameters.all.find(({ name }) => name === shown.name) ?? shown }),
    dialog: opened && (
      <Opening>
        <ParameterDialog
          parameter={opened.parameter}
          takenNames={names}
          pageParameterNames={names}
          onSave={save}
          onClose={close}
        />
      </Opening>
    ),
  }
}

interface ParameterDefinitions {
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
