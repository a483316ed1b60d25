import type { Profile } from '@node-saml/node-saml'
import { isEmail } from '#shared/session/set-up-form.ts'
import type { Person } from '../sign-in/person.ts'

/** The attribute that names groups (reference-api 2.5). */
const groupsAttribute = 'RedashGroups'
/** Where the address stands when the NameID is none. */
const emailAttributes: readonly string[] = [
  ...['email', 'mail', 'urn:oid:0.9.2342.19200300.100.1.3'],
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]

/** Who somebody is by what the signed assertion says of him: it vouches for the address. */
export function personOfProfile({ nameID, attributes }: Profile, issuer: string): Person {
  const subject = typeof nameID === 'string' ? nameID.trim() : ''
  const valuesOf = (name: string) => readValues(attributes, name)
  const addresses = [subject, ...emailAttributes.flatMap((name) => valuesOf(name) ?? [])]
  const email = addresses.find((address) => isEmail(address.toLowerCase())) ?? ''
  const names = ['FirstName', 'LastName'].map((name) => valuesOf(name)?.[0] ?? '')
  const groups = valuesOf(groupsAttribute)
  return {
    ...{ provider: 'saml', issuer, subject, email, is_email_verified: true },
    name: names.filter((name) => name !== '').join(' ') || (valuesOf('displayName')?.[0] ?? ''),
    ...(groups === null ? {} : { groups }),
  }
}

/** Null: there is no such attribute. */
function readValues(attributes: unknown, name: string): string[] | null {
  if (typeof attributes !== 'object' || attributes === null || !Object.hasOwn(attributes, name)) return null
  const value: unknown = (attributes as Record<string, unknown>)[name]
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.filter((each) => typeof each === 'string').map((each) => each.trim())
}
