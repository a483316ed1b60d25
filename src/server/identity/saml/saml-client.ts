import { randomBytes } from 'node:crypto'
import type { SAML } from '@node-saml/node-saml'
import type { SpSettings } from '#shared/organizations/saml-sp-settings.ts'
import type { IdentityProvider } from './read-metadata.ts'

/** This instance, as the identity provider knows it. */
export interface ServiceProvider {
  /** where responses are posted to */
  callback: string
  settings: SpSettings
  /** format of the NameID that is asked for */
  nameid_format: string
}

export const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

export function entityIdOf({ settings, callback }: ServiceProvider): string {
  return settings.entityid ?? callback
}

/** A request's id: an xs:ID does not begin with a digit. */
export function newRequestId(): string {
  return `_${randomBytes(20).toString('hex')}`
}

/** Where the browser goes to log in. */
export async function loginAddress(
  idp: IdentityProvider,
  sp: ServiceProvider,
  requestId: string,
  relayState: string,
): Promise<string> {
  const saml = await createSaml(idp, sp, requestId)
  return await saml.getAuthorizeUrlAsync(relayState, undefined, {})
}

/** `requestId`: the id that the next request gets. */
export async function createSaml(
  idp: IdentityProvider,
  sp: ServiceProvider,
  requestId: string,
): Promise<SAML> {
  const { SAML: Saml } = await import('@node-saml/node-saml')
  const { settings } = sp
  return new Saml({
    issuer: entityIdOf(sp),
    audience: entityIdOf(sp),
    callbackUrl: sp.callback,
    entryPoint: idp.sso_url,
    idpCert: idp.certificates,
    idpIssuer: idp.entity_id,
    identifierFormat: sp.nameid_format === '' ? emailFormat : sp.nameid_format,
    wantAssertionsSigned: settings.want_assertions_signed,
    wantAuthnResponseSigned: settings.want_response_signed,
    forceAuthn: settings.force_authn,
    acceptedClockSkewMs: settings.accepted_time_diff * 1000,
    // how somebody proves who he is, is the provider's business
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
  })
}
