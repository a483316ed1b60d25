import { findDefaultOrganizationId } from './event-store.ts'
import type { EventFacts, Told } from './recorded-event.ts'

/** Somebody could not sign in with a provider: nobody is known by then, so the reason says all there is. */
export async function failedSignIn({ request, db }: Told): Promise<EventFacts | null> {
  const org_id = await findDefaultOrganizationId(db)
  if (request.failedSignIn === undefined || org_id === null) return null
  return { action: 'login_failed', object_type: 'redash', org_id, properties: { ...request.failedSignIn } }
}
