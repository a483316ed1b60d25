import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import type { ConfigType, NamedOptions } from './config-type.ts'
import { type FieldFault, fieldFault } from './field-fault.ts'

/** 0 choose a type, 1 configure, 2 saving (docs/reference/screens-administration.md#creating-in-steps). */
export type CreationStep = 0 | 1 | 2

export interface Creation {
  step: CreationStep
  type: ConfigType | null
  /** an error that belongs to no field */
  failure: string | null
  /** an error that its field shows */
  fault: FieldFault | null
  dirty: boolean
  setDirty: (dirty: boolean) => void
  choose: (type: ConfigType) => void
  back: () => void
  save: (values: NamedOptions) => Promise<void>
}

/** The three steps. A failed save returns to step 1 and keeps the entered values. */
export function useCreation(create: (values: NamedOptions & { type: string }) => Promise<void>): Creation {
  const [step, setStep] = useState<CreationStep>(0)
  const [type, setType] = useState<ConfigType | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [fault, setFault] = useState<FieldFault | null>(null)
  const [dirty, setDirty] = useState(false)

  return {
    step,
    type,
    failure,
    fault,
    dirty,
    setDirty,
    choose: (chosen) => {
      setType(chosen)
      setStep(1)
    },
    back: () => {
      setStep(0)
      setDirty(false)
      setFailure(null)
      setFault(null)
    },
    save: async ({ name, options }) => {
      if (type === null) return
      setFailure(null)
      setFault(null)
      setStep(2)
      try {
        await create({ type: type.type, name, options })
        setDirty(false)
      } catch (error) {
        const found = fieldFault(error)
        setFault(found)
        if (found === null || !isField(type, found.field)) setFailure(messageOf(error, t('Failed saving.')))
        setStep(1)
      }
    },
  }
}

function isField({ configuration_schema }: ConfigType, field: string): boolean {
  if (field === 'name') return true
  return field.startsWith('options.') && Object.hasOwn(configuration_schema.properties, field.slice(8))
}
