import { readEmail } from '#shared/users/email-address.ts'
import type { Person } from '../sign-in/person.ts'
import { SignInFailed } from '../sign-in/person.ts'
import type { CheckedResponse, ResponseToCheck } from './check-in-thread.ts'
import { createSaml } from './saml-client.ts'
import {
  attributeOf,
  attributesOf,
  childrenOf,
  hasChildren,
  parseXml,
  textOf,
  type XmlNode,
} from './xml-node.ts'

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
  const signed = await parseXml(profile.getAssertionXml?.() ?? '')
  const { assertion, id, expires_at } = requireMeant(signed, {
    issuer: idp.entity_id,
    recipient: sp.callback,
    request_id: requestId,
    now,
    skewSeconds: sp.settings.accepted_time_diff,
  })
  const person = personOfAssertion(assertion, idp.entity_id)
  return { person, authenticated_at: authenticationOf(assertion), id, expires_at }
}

/** The earliest, if there are several statements. An unreadable time counts as none. */
function authenticationOf(assertion: XmlNode): Date | null {
  const times = childrenOf(assertion, 'AuthnStatement').map((each) =>
    Date.parse(attributeOf(each, 'AuthnInstant')),
  )
  return times.length === 0 || times.some(Number.isNaN) ? null : new Date(Math.min(...times))
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

interface Expected {
  issuer: string
  recipient: string
  request_id: string
  now: Date
  skewSeconds: number
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/**
 * The signature proves the sender. This checks that the message is for us, current, and an answer to this request;
 * the library has checked the audience. `document`: what the signature covers. Answers the assertion, its id and
 * when it expires. Throws SignInFailed.
 */
function requireMeant(
  document: XmlNode,
  expected: Expected,
): { assertion: XmlNode; id: string; expires_at: Date } {
  const [assertion] = childrenOf(document, 'Assertion')
  if (assertion === undefined) throw new SignInFailed('The response holds no signed assertion.')
  const issuer = childrenOf(assertion, 'Issuer').map(textOf)
  if (issuer.length !== 1 || issuer[0] !== expected.issuer)
    throw new SignInFailed(`The assertion comes from "${issuer.join()}", not from "${expected.issuer}".`)
  const id = attributeOf(assertion, 'ID')
  if (id === '') throw new SignInFailed('The assertion has no ID.')
  const subjects = childrenOf(assertion, 'Subject')
  if (subjects.length !== 1 || subjects.flatMap((each) => childrenOf(each, 'NameID')).length !== 1)
    throw new SignInFailed('The assertion does not name exactly one person.')
  const confirmations = subjects
    .flatMap((subject) => childrenOf(subject, 'SubjectConfirmation'))
    .filter((each) => attributeOf(each, 'Method') === bearer)
    .flatMap((each) => childrenOf(each, 'SubjectConfirmationData'))
  if (confirmations.length === 0) throw new SignInFailed('The assertion does not say who may present it.')
  const faults = confirmations.map((data) => faultOf(data, expected))
  if (!faults.includes(null)) throw new SignInFailed(faults.find((fault) => fault !== null) ?? '')
  const ends = confirmations.map((data) => Date.parse(attributeOf(data, 'NotOnOrAfter')))
  const last = Math.max(...ends.filter((time) => !Number.isNaN(time)))
  return { assertion, id, expires_at: new Date(last + expected.skewSeconds * 1000) }
}

function faultOf(data: XmlNode, { recipient, request_id, now, skewSeconds }: Expected): string | null {
  const skew = skewSeconds * 1000
  const given = attributeOf(data, 'Recipient')
  if (given !== recipient) return `The assertion is for "${given}", not for "${recipient}".`
  if (attributeOf(data, 'InResponseTo') !== request_id) return 'The assertion answers another request.'
  const end = Date.parse(attributeOf(data, 'NotOnOrAfter'))
  if (Number.isNaN(end)) return 'The assertion does not say when it expires.'
  if (now.getTime() - skew >= end) return 'The assertion has expired.'
  const start = attributeOf(data, 'NotBefore')
  if (start !== '' && !(now.getTime() + skew >= Date.parse(start))) return 'The assertion is not valid yet.'
  return null
}

/** The attribute that names groups (docs/reference/api-access.md#single-sign-on). */
const groupsAttribute = 'RedashGroups'
/** Attributes that hold the address when the NameID does not. */
const emailAttributes: readonly string[] = [
  ...['email', 'mail', 'urn:oid:0.9.2342.19200300.100.1.3'],
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]

/**
 * The person that the signed assertion names; the provider vouches for the address. Only the NameID element counts
 * as NameID, whatever attributes are called. Throws SignInFailed.
 */
function personOfAssertion(assertion: XmlNode, issuer: string): Person {
  const [nameId] = childrenOf(assertion, 'Subject').flatMap((subject) => childrenOf(subject, 'NameID'))
  const subject = nameId === undefined ? '' : textOf(nameId)
  if (nameId === undefined || subject === '' || hasChildren(nameId))
    throw new SignInFailed('The NameID of the assertion has no text.')
  const valuesOf = readAttributes(assertion)
  const addresses = [subject, ...emailAttributes.flatMap((name) => valuesOf(name) ?? [])]
  const email = addresses.find((address) => readEmail(address) !== null) ?? ''
  const names = ['FirstName', 'LastName'].map((name) => valuesOf(name)?.[0] ?? '')
  const groups = valuesOf(groupsAttribute)
  return {
    provider: 'saml',
    issuer,
    subject,
    email,
    is_email_verified: true,
    name: names.filter((name) => name !== '').join(' ') || (valuesOf('displayName')?.[0] ?? ''),
    ...(groups === null ? {} : { groups }),
  }
}

/** Answers the texts of an attribute; null when the assertion has none of that name. */
function readAttributes(assertion: XmlNode): (name: string) => string[] | null {
  const attributes = childrenOf(assertion, 'AttributeStatement').flatMap((each) =>
    childrenOf(each, 'Attribute'),
  )
  return (name) => {
    const named = attributes.filter((each) => attributeOf(each, 'Name') === name)
    return named.length === 0 ? null : named.flatMap((each) => textsOf(each, 'AttributeValue'))
  }
}

function textsOf(node: XmlNode, name: string): string[] {
  return childrenOf(node, name).map(textOf)
}
