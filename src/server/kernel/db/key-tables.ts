import type { GeneratedAlways } from 'kysely'
import type { KeyScope } from '#shared/permissions/key-scope.ts'
import type { CreatedAt } from './columns.ts'

export interface ApiKeysTable {
  id: GeneratedAlways<number>
  user_id: number
  created_by: number | null
  name: string
  key_hash: Buffer
  /** the last letters of the key */
  ending: string
  scopes: KeyScope[]
  /** null: all data sources of the user */
  data_source_ids: number[] | null
  expires_at: Date | null
  used_at: Date | null
  created_at: CreatedAt
}

export interface KeyTables {
  api_keys: ApiKeysTable
}
