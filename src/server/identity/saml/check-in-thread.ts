import { createThread } from '#server/kernel/index.ts'
import type { Person } from '../sign-in/person.ts'
import { SignInFailed } from '../sign-in/person.ts'
import type { IdentityProvider } from './read-metadata.ts'
import { limitsOfMetadata, limitsOfResponse, requireModestXml } from './require-modest-xml.ts'
import type { ServiceProvider } from './saml-client.ts'

/** A response of an identity provider to a request of ours. */
export interface ResponseToCheck {
  idp: IdentityProvider
  sp: ServiceProvider
  xml: string
  requestId: string
  now: Date
}

/** The person who has logged in, and the id and expiry of the assertion, so that it is accepted only once. */
export interface CheckedResponse {
  person: Person
  /** when the person authenticated, by the assertion; null: it does not say */
  authenticated_at: Date | null
  id: string
  expires_at: Date
}

export type SamlTask =
  | { kind: 'response'; response: ResponseToCheck }
  | { kind: 'metadata'; xml: string; entityId: string }

export type SamlOutcome =
  | { kind: 'response'; checked: CheckedResponse }
  | { kind: 'metadata'; provider: IdentityProvider }
  | { kind: 'failed'; reason: string }

/**
 * Anyone can send a response, and the libraries that read it are not built for hostile input. So a text must first
 * pass strict limits, and the libraries run in a thread with a time limit.
 */
const ask = createThread<SamlTask, SamlOutcome>({
  module: new URL('./saml-thread.ts', import.meta.url),
  maxMilliseconds: 5000,
  maxWaiting: 20,
  maxWaitingOfOne: 10,
  memoryMb: 256,
})

/**
 * Checks a response from a public address, and addresses take turns: signed by the provider, meant for us, an answer to this request, and current. Throws
 * SignInFailed.
 */
export async function checkResponse(
  SAMLResponse: string,
  response: Omit<ResponseToCheck, 'xml'>,
  address: string,
): Promise<CheckedResponse> {
  const xml = Buffer.from(SAMLResponse, 'base64').toString('utf8')
  requireModestXml(xml, limitsOfResponse)
  const outcome = await askThread({ kind: 'response', response: { ...response, xml } }, `address ${address}`)
  if (outcome.kind !== 'response') throw new Error('The thread has answered something else.')
  return outcome.checked
}

/** The identity provider that a metadata document describes, see `readMetadata`. Throws SignInFailed. */
export async function checkMetadata(xml: string, entityId: string): Promise<IdentityProvider> {
  requireModestXml(xml, limitsOfMetadata)
  const outcome = await askThread({ kind: 'metadata', xml, entityId }, 'settings')
  if (outcome.kind !== 'metadata') throw new Error('The thread has answered something else.')
  return outcome.provider
}

async function askThread(task: SamlTask, owner: string): Promise<Exclude<SamlOutcome, { kind: 'failed' }>> {
  const outcome = await ask(task, owner)
  if (outcome.kind === 'busy' || outcome.kind === 'many')
    throw new SignInFailed('Too many responses of identity providers are being checked.')
  if (outcome.kind === 'late') throw new SignInFailed('Checking this XML takes too long.')
  if (outcome.answer.kind === 'failed') throw new SignInFailed(outcome.answer.reason)
  return outcome.answer
}
