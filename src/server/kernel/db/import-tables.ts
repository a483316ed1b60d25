import type { CreatedAt } from './columns.ts'

export interface ImportTables {
  import_items: {
    org_id: number
    origin: string
    kind: string
    their_key: string
    our_id: number | null
    their_hash: Buffer
    our_hash: Buffer | null
    brought_at: CreatedAt
  }
  import_hosts: {
    org_id: number
    host: string
    origin: string
  }
}
