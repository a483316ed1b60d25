import { readEmail } from '#shared/users/email-address.ts'
import type { Person } from '../sign-in/person.ts'
import { SignInFailed } from '../sign-in/sign-in-failed.ts'
import { attributeOf, childrenOf, textOf, type XmlNode } from './xml-node.ts'

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
export function personOfAssertion(assertion: XmlNode, issuer: string): Person {
  const [nameId = {}] = childrenOf(assertion, 'Subject').flatMap((subject) => childrenOf(subject, 'NameID'))
  const subject = textOf(nameId)
  if (subject === '' || Object.keys(nameId).some((key) => key !== '_' && key !== '$'))
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
