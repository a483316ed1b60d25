import type { ColumnType } from 'kysely'
import type { CreatedAt } from './columns.ts'

/** The purpose of a link sent by mail. */
export type LinkPurpose = 'verify_email' | 'invitation' | 'password_reset' | 'restore_email'

interface LinkTokensTable {
  token_hash: Buffer
  purpose: LinkPurpose
  user_id: number
  /** the address the link was sent to */
  email: string
  /** it was shown to an admin instead of being mailed */
  is_handed_over: boolean
  created_at: CreatedAt
  expires_at: Date
  used_at: Date | null
}

/** At most one row. */
interface VersionChecksTable {
  id: ColumnType<boolean, never, never>
  newest_version: string | null
  checked_at: Date
}

export interface NoticeTables {
  link_tokens: LinkTokensTable
  version_checks: VersionChecksTable
}
