import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createDashboard, type Dashboard } from '#shared/dashboards/dashboards-api.ts'
import { call } from '#web/api/call.ts'
import { organizationStatusQuery } from '#web/session/session-query.ts'

/** As the server has it. */
export const maxNameLength = 100

/** Creates dashboards; the lists of them and the checklist are read anew then. */
export function useCreateDashboard() {
  const client = useQueryClient()
  const [isCreating, setIsCreating] = useState(false)
  const create = async (name: string): Promise<Dashboard> => {
    setIsCreating(true)
    try {
      const created = await call(createDashboard, { body: { name: name.trim() } })
      void client.invalidateQueries({ queryKey: ['dashboards'] })
      void client.invalidateQueries({ queryKey: organizationStatusQuery.queryKey })
      return created
    } finally {
      setIsCreating(false)
    }
  }
  return { isCreating, create }
}
