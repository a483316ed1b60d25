import { type ReactNode, type RefObject, useState } from 'react'
import { readStoredParameters, type StoredParameter } from '#shared/parameters/detect-parameters.ts'
import { insertText, withParameter } from '#shared/parameters/parameter-form.ts'
import type { TextEditorHandle } from '#web/editor/text-editor.tsx'
import type { ParameterDefinitions } from '#web/queries/use-parameter-definitions.ts'
import type { QueryDraft } from '#web/queries/use-query-draft.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { Opening } from '#web/ui/opening.tsx'
import type { Parameters } from '../parameters/use-parameters.ts'

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
