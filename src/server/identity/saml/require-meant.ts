import { SignInFailed } from '../sign-in/sign-in-failed.ts'
import { attributeOf, childrenOf, textOf, type XmlNode } from './xml-node.ts'

export interface Expected {
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
export function requireMeant(
  document: XmlNode,
  expected: Expected,
): { assertion: XmlNode; id: string; expires_at: Date } {
  const [assertion = {}] = childrenOf(document, 'Assertion')
  const issuer = childrenOf(assertion, 'Issuer').map(textOf)
  if (issuer.length !== 1 || issuer[0] !== expected.issuer)
    throw new SignInFailed(`The assertion comes from "${issuer.join()}", not from "${expected.issuer}".`)
  const id = attributeOf(assertion, 'ID')
  if (id === '') throw new SignInFailed('The assertion has no ID.')
  const subjects = childrenOf(assertion, 'Subject')
  if (subjects.length !== 1 || childrenOf(subjects[0] ?? {}, 'NameID').length !== 1)
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
