import { randomBytes } from 'node:crypto'
import type { SAML } from '@node-saml/node-saml'
import type { SpSettings } from '#shared/organizations/saml-sp-settings.ts'
import type { IdentityProvider } from './read-metadata.ts'

/** This instance as a SAML service provider. */
export interface ServiceProvider {
  /** where responses are posted to */
  callback: string
  settings: SpSettings
  /** the requested format of the NameID */
  nameid_format: string
}

export const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

export function entityIdOf({ settings, callback }: ServiceProvider): string {
  return settings.entityid ?? callback
}

/** A request's id: an xs:ID must not begin with a digit. */
export function newRequestId(): string {
  return `_${randomBytes(20).toString('hex')}`
}

/** The address to send the browser to. `isAgain`: the provider has to ask who is logged in there. */
export async function loginAddress(
  idp: IdentityProvider,
  sp: ServiceProvider,
  requestId: string,
  relayState: string,
  isAgain: boolean,
): Promise<string> {
  const saml = await createSaml(idp, sp, requestId, isAgain)
  return await saml.getAuthorizeUrlAsync(relayState, undefined, {})
}

/** `requestId`: the id that the next request gets. */
export async function createSaml(
  idp: IdentityProvider,
  sp: ServiceProvider,
  requestId: string,
  isAgain = false,
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
    forceAuthn: isAgain || settings.force_authn,
    acceptedClockSkewMs: settings.accepted_time_diff * 1000,
    // the provider decides how people authenticate
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
  })
}
