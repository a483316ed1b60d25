import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { CreatedAt } from './columns.ts'

interface EventsTable {
  id: GeneratedAlways<number>
  org_id: number
  user_id: number | null
  actor_name: string | null
  action: string
  object_type: string
  object_id: string | null
  additional_properties: ColumnType<Record<string, unknown>, string, never>
  user_agent: string | null
  ip: string | null
  is_reported: Generated<boolean>
  created_at: CreatedAt
}

export interface EventTables {
  events: EventsTable
}
