import type { ColumnType, Generated } from 'kysely'
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

interface SecondFactorsTable {
  user_id: number
  encrypted_secret: Buffer
  begun_at: Date
  /** null: not in force yet */
  confirmed_at: Date | null
  /** time step of the last used code */
  last_step: number | null
}

interface RecoveryCodesTable {
  user_id: number
  code_hash: Buffer
  used_at: Date | null
  created_at: Generated<Date>
}

/** Logins that wait for the code of the second factor. */
interface PendingSignInsTable {
  token_hash: Buffer
  user_id: number
  remember: boolean
  next: string
  /** null: the password */
  provider: string | null
  attempts: Generated<number>
  created_at: Date
  expires_at: Date
}

export interface SecondFactorTables {
  second_factors: SecondFactorsTable
  recovery_codes: RecoveryCodesTable
  pending_sign_ins: PendingSignInsTable
}
