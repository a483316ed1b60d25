import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createDataSource, type DataSourceType } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import type { DataSourceFormValues } from './data-source-form.tsx'
import { dataSourcesQuery } from './data-source-queries.ts'

/** 0 choose a type, 1 configure, 2 saving (part 2, section 2). */
export type CreationStep = 0 | 1 | 2

export interface Creation {
  step: CreationStep
  type: DataSourceType | null
  failure: string | null
  dirty: boolean
  setDirty: (dirty: boolean) => void
  choose: (type: DataSourceType) => void
  back: () => void
  save: (type: DataSourceType, values: DataSourceFormValues) => Promise<void>
}

/** The three steps. A failed save returns to step 1 with everything still entered. */
export function useCreation(onCreated: (id: number) => void): Creation {
  const [step, setStep] = useState<CreationStep>(0)
  const [type, setType] = useState<DataSourceType | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [dirty, setDirty] = useState(false)
  const client = useQueryClient()

  return {
    step,
    type,
    failure,
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
    },
    save: async (chosen, { name, options }) => {
      setFailure(null)
      setStep(2)
      try {
        const created = await call(createDataSource, { body: { type: chosen.type, name, options } })
        setDirty(false)
        await client.invalidateQueries({ queryKey: dataSourcesQuery.queryKey })
        void client.invalidateQueries({ queryKey: ['organization-status'] })
        onCreated(created.id)
      } catch (error) {
        setFailure(messageOf(error, t('Failed saving.')))
        setStep(1)
      }
    },
  }
}
