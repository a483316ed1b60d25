import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { notify } from '#web/ui/toast.tsx'
import { type FieldFault, fieldFault } from './field-fault.ts'

export interface ConfigActs {
  working: 'none' | 'saving' | 'testing' | 'deleting'
  /** number of saves so far */
  saves: number
  /** why the last save was refused */
  fault: FieldFault | null
  save: (work: () => Promise<void>) => Promise<void>
  test: (work: () => Promise<void>) => Promise<void>
  /** `failed`: the message if the server sends none */
  remove: (work: () => Promise<void>, failed: string) => Promise<void>
}

/** Save, test and delete, one at a time, with the messages of docs/reference/screens-administration.md#saving-and-testing. */
export function useConfigActs(): ConfigActs {
  const [working, setWorking] = useState<ConfigActs['working']>('none')
  const [saves, setSaves] = useState(0)
  const [fault, setFault] = useState<FieldFault | null>(null)

  const save: ConfigActs['save'] = async (work) => {
    setWorking('saving')
    setFault(null)
    try {
      await work()
      setSaves((count) => count + 1)
      notify.success(t('Saved.'))
    } catch (error) {
      setFault(fieldFault(error))
      notify.error(messageOf(error, t('Failed saving.')))
    } finally {
      setWorking('none')
    }
  }

  const test: ConfigActs['test'] = async (work) => {
    setWorking('testing')
    await work()
    setWorking('none')
  }

  const remove: ConfigActs['remove'] = async (work, failed) => {
    setWorking('deleting')
    try {
      await work()
    } catch (error) {
      notify.error(messageOf(error, failed))
      setWorking('none')
    }
  }

  return { working, saves, fault, save, test, remove }
}
