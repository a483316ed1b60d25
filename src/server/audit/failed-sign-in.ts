import { findDefaultOrganizationId } from './event-store.ts'
import type { EventFacts, Told } from './recorded-event.ts'

/** A sign-in with a provider failed: the user is unknown, so the event holds only the reason. */
export async function failedSignIn({ request, db }: Told): Promise<EventFacts | null> {
  const org_id = await findDefaultOrganizationId(db)
  if (request.failedSignIn === undefined || org_id === null) return null
  return { action: 'login_failed', object_type: 'redash', org_id, properties: { ...request.failedSignIn } }
}
