import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createDashboard, type Dashboard } from '#shared/dashboards/dashboards-api.ts'
import { call } from '#web/api/call.ts'
import { organizationStatusQuery } from '#web/session/session-query.ts'

/** The server's limit. */
export const maxNameLength = 100

/** Creates a dashboard, then refetches the dashboard lists and the checklist. */
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
