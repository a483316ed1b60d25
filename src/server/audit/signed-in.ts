import { findPerson } from './event-store.ts'
import type { EventFacts, Told } from './recorded-event.ts'

/** A login page that is shown again is also a success, but without a signed-in user. */
export async function signedIn({ request, db }: Told): Promise<EventFacts | null> {
  const { signedInUser } = request
  const person = signedInUser === undefined ? null : await findPerson(db, signedInUser)
  if (signedInUser === undefined || person === null) return null
  return {
    action: 'login',
    object_type: 'redash',
    org_id: person.org_id,
    ...(request.signedInBy === undefined ? {} : { properties: { provider: request.signedInBy } }),
    person: { user_id: signedInUser, actor_name: person.email },
  }
}
