import { X509Certificate } from 'node:crypto'
import { SignInFailed } from '../sign-in/person.ts'
import { attributeOf, childrenOf, parseXml, textOf, type XmlNode } from './xml-node.ts'

/** A SAML identity provider: its id, its login address and its certificates. */
export interface IdentityProvider {
  entity_id: string
  sso_url: string
  /** PEM */
  certificates: string[]
}

const maxCertificates = 20
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/**
 * The identity provider that a metadata document describes. If it describes several, `entityId` names one of them. Runs in
 * a thread, see `checkMetadata`. Throws SignInFailed.
 */
export async function readMetadata(xml: string, entityId: string): Promise<IdentityProvider> {
  const document = await parseXml(xml)
  const all = [
    ...childrenOf(document, 'EntityDescriptor'),
    ...childrenOf(document, 'EntitiesDescriptor').flatMap((list) => childrenOf(list, 'EntityDescriptor')),
  ]
  const providers = all.filter((entity) => childrenOf(entity, 'IDPSSODescriptor').length > 0)
  const named = providers.find((entity) => attributeOf(entity, 'entityID') === entityId)
  const [entity] = named === undefined ? providers : [named]
  if (entity === undefined) throw new SignInFailed('The SAML metadata describes no identity provider.')
  if (named === undefined && providers.length > 1)
    throw new SignInFailed(
      'The SAML metadata describes several identity providers: the entity ID has to name one.',
    )
  return describeEntity(entity)
}

function describeEntity(entity: XmlNode): IdentityProvider {
  const [descriptor] = childrenOf(entity, 'IDPSSODescriptor')
  const entity_id = attributeOf(entity, 'entityID')
  const services = descriptor === undefined ? [] : childrenOf(descriptor, 'SingleSignOnService')
  const service = services.find((each) => attributeOf(each, 'Binding') === redirectBinding)
  const sso_url = service === undefined ? '' : attributeOf(service, 'Location')
  if (entity_id === '') throw new SignInFailed('The SAML metadata names no entity ID.')
  if (!/^https?:\/\//.test(sso_url) || !URL.canParse(sso_url))
    throw new SignInFailed(
      'The SAML metadata names no address to log in at (SingleSignOnService, HTTP-Redirect).',
    )
  const texts = (descriptor === undefined ? [] : childrenOf(descriptor, 'KeyDescriptor'))
    .filter((key) => attributeOf(key, 'use') !== 'encryption')
    .flatMap((key) => childrenOf(key, 'KeyInfo'))
    .flatMap((info) => childrenOf(info, 'X509Data'))
    .flatMap((data) => childrenOf(data, 'X509Certificate'))
    .map(textOf)
  // every response is checked against each certificate
  if (texts.length > maxCertificates)
    throw new SignInFailed(`The SAML metadata contains more than ${maxCertificates} certificates.`)
  const certificates = texts.flatMap((text) => readCertificates(text) ?? [])
  if (certificates.length === 0)
    throw new SignInFailed('The SAML metadata contains no certificate for signatures.')
  return { entity_id, sso_url, certificates }
}

/** The certificates of a text: one or many in PEM form, or one in base64; null when one is invalid. */
export function readCertificates(text: string): string[] | null {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [text]
  const certificates = blocks.map(readCertificate)
  const valid = certificates.filter((certificate) => certificate !== null)
  return valid.length === certificates.length ? valid : null
}

function readCertificate(block: string): string | null {
  const base64 = block.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '')
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).toString()
  } catch {
    return null
  }
}
