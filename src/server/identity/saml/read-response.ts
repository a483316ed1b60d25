import { SignInFailed } from '../sign-in/sign-in-failed.ts'
import type { CheckedResponse, ResponseToCheck } from './check-in-thread.ts'
import { personOfAssertion } from './person-of-assertion.ts'
import { requireMeant } from './require-meant.ts'
import { createSaml } from './saml-client.ts'
import { attributesOf, childrenOf, parseXml, type XmlNode } from './xml-node.ts'

/**
 * The person who has logged in, by a response of the identity provider to the request `requestId`: signed by it,
 * meant for us, and current. Runs in a thread, see `checkResponse`. Throws SignInFailed.
 */
export async function readResponse({
  idp,
  sp,
  xml,
  requestId,
  now,
}: ResponseToCheck): Promise<CheckedResponse> {
  const document = await parseXml(xml)
  requireStrongSignatures(document)
  requireNothingEncrypted(document)
  const saml = await createSaml(idp, sp, requestId)
  const SAMLResponse = Buffer.from(xml).toString('base64')
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse }).catch((error: unknown) => {
    throw new SignInFailed(error instanceof Error ? error.message : String(error), error)
  })
  if (profile === null) throw new SignInFailed('The response does not say that a user has logged in.')
  // reads nothing else of the library's profile: attributes can overwrite its fields
  const signed: XmlNode = profile.getAssertion?.() ?? {}
  const { assertion, id, expires_at } = requireMeant(signed, {
    issuer: idp.entity_id,
    recipient: sp.callback,
    request_id: requestId,
    now,
    skewSeconds: sp.settings.accepted_time_diff,
  })
  return { person: personOfAssertion(assertion, idp.entity_id), id, expires_at }
}

/**
 * The library also accepts SHA-1, which allows two texts with the same signature. Reads the algorithm names from
 * the parsed XML, as raw XML can spell them in many ways.
 */
function requireStrongSignatures(document: XmlNode): void {
  const names = attributesOf(document, 'Algorithm')
  if (names.some((name) => /#(?:[\w-]+-)?(?:sha1|md5)$/i.test(name.trim())))
    throw new SignInFailed(
      'The response is signed with SHA-1, which is refused: the provider has to use SHA-256.',
    )
}

/** Our metadata offers no encryption key, so nothing must be decrypted. */
function requireNothingEncrypted(document: XmlNode): void {
  const responses = childrenOf(document, 'Response')
  const assertions = responses.flatMap((response) => childrenOf(response, 'Assertion'))
  const subjects = assertions.flatMap((assertion) => childrenOf(assertion, 'Subject'))
  const isEncrypted =
    responses.some((response) => childrenOf(response, 'EncryptedAssertion').length > 0) ||
    subjects.some((subject) => childrenOf(subject, 'EncryptedID').length > 0)
  if (isEncrypted)
    throw new SignInFailed(
      'The response is encrypted, which Sextant does not read: turn encryption of assertions off at the provider. TLS protects them on their way.',
    )
}
