import type { ConnectorHost } from './connector.ts'
import { ConnectionFailed } from './connector-errors.ts'

/**
 * The email address in whose name the data source's server works; null: that of the data source's own account. Users
 * enter their addresses themselves, so one that is not verified may be another person's, and the query could read more
 * in that name. Throws ConnectionFailed for such an address.
 */
export async function actingEmail(host: Pick<ConnectorHost, 'actingUser'>): Promise<string | null> {
  const acting = (await host.actingUser?.()) ?? null
  if (acting === null || acting.email === '') return null
  if (!acting.is_email_verified)
    throw new ConnectionFailed(
      `This data source works in the name of the user who runs a query, and the email address ${acting.email} is not verified. Verify it first: the home page sends an email for this.`,
    )
  return acting.email
}
