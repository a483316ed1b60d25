import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import {
  getOrganizationSettings,
  type SettingsInForce,
  saveOrganizationSettings,
} from '#shared/organizations/organizations-api.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { type FieldFault, fieldFault } from '#web/config-form/field-fault.ts'
import { sessionQuery } from '#web/session/session-query.ts'
import { giveFocus } from '#web/ui/kept-focus.ts'
import { notify } from '#web/ui/toast.tsx'

export const settingsQuery = queryOptions({
  queryKey: ['organization-settings'],
  queryFn: ({ signal }) => call(getOrganizationSettings, { signal }),
  // the form starts from it: never overwrite it under the user's hands
  staleTime: 0,
  gcTime: 0,
})

type Changes = Partial<SettingsInForce>

/** The settings in the form: the stored ones, overlaid with changes. */
export interface SettingsForm {
  values: SettingsInForce
  isDirty: boolean
  isSaving: boolean
  change(changes: Changes): void
  /** why the server refused the value of a field */
  faultOf(field: keyof SettingsInForce): string | undefined
  save(): Promise<void>
}

export function useSettingsForm(stored: SettingsInForce): SettingsForm {
  const client = useQueryClient()
  const [changed, setChanged] = useState<Changes>({})
  const [fault, setFault] = useState<FieldFault | null>(null)
  const [isSaving, setIsSaving] = useState(false)

  const save = async () => {
    setIsSaving(true)
    setFault(null)
    try {
      const answer = await call(saveOrganizationSettings, { body: changed })
      client.setQueryData(settingsQuery.queryKey, answer)
      setChanged({})
      notify.success(changed.beacon_consent === true ? t('Thank you.') : t('Settings changes saved.'))
      // formats change everywhere at once
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    } catch (error) {
      const found = fieldFault(error)
      setFault(found)
      notify.error(found === null ? messageOf(error, '') : '', { title: t('Failed saving changes.') })
      const field = found && document.getElementById(fieldId(found.field))
      field?.scrollIntoView({ block: 'center' })
      if (field) giveFocus(field)
    } finally {
      setIsSaving(false)
    }
  }

  return {
    values: { ...stored, ...changed },
    isDirty: Object.keys(changed).length > 0,
    isSaving,
    change: (changes) => {
      setFault((known) => (known !== null && Object.hasOwn(changes, known.field) ? null : known))
      setChanged((before) => withoutSame({ ...before, ...changes }, stored))
    },
    faultOf: (field) => (fault?.field === field ? fault.message : undefined),
    save,
  }
}

/** The id of an input, so that a refused one can take the focus. */
export function fieldId(field: string): string {
  return `setting-${field}`
}

/** A change that restores the stored value is no change. */
function withoutSame(changes: Changes, stored: SettingsInForce): Changes {
  const known: Readonly<Record<string, unknown>> = stored
  // changes create new arrays, so compare lists by content
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  return Object.fromEntries(Object.entries(changes).filter(([key, value]) => !isSame(known[key], value)))
}
