import type { ColumnType } from 'kysely'
import type { CreatedAt } from './columns.ts'

interface IdentitiesTable {
  org_id: number
  provider: string
  issuer: string
  subject: string
  user_id: number
  created_at: CreatedAt
  used_at: ColumnType<Date, Date | undefined, Date>
}

interface SignInAttemptsTable {
  token_hash: Buffer
  provider: string
  browser_hash: Buffer
  details: ColumnType<Record<string, unknown>, string, string>
  expires_at: Date
}

interface SpentAssertionsTable {
  assertion_hash: Buffer
  expires_at: Date
}

export interface SignInTables {
  identities: IdentitiesTable
  sign_in_attempts: SignInAttemptsTable
  spent_assertions: SpentAssertionsTable
}
