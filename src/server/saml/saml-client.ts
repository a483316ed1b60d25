import { randomBytes } from 'node:crypto'
import type { SAML } from '@node-saml/node-saml'
import type { SpSettings } from '#shared/organizations/saml-sp-settings.ts'
import type { Person } from '../sign-in/person.ts'
import { SignInFailed } from '../sign-in/sign-in-failed.ts'
import { type Assertion, demandMeant } from './demand-meant.ts'
import { personOfProfile } from './person-of-profile.ts'
import type { IdentityProvider } from './read-metadata.ts'
import { attributesOf, parseXml } from './xml-node.ts'

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

/**
 * Who has logged in, by a response of the identity provider to the request `requestId`: signed by it, meant for us, and
 * of now. `spend` makes the statement count once. Throws SignInFailed.
 */
export async function readResponse(
  idp: IdentityProvider,
  sp: ServiceProvider,
  response: { SAMLResponse: string; requestId: string; now: Date },
  spend: (id: string, expiresAt: Date) => Promise<void>,
): Promise<Person> {
  const { SAMLResponse, requestId, now } = response
  const xml = Buffer.from(SAMLResponse, 'base64').toString('utf8')
  await demandStrongSignatures(xml)
  const saml = await createSaml(idp, sp, requestId)
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse }).catch((error: unknown) => {
    throw new SignInFailed(error instanceof Error ? error.message : String(error), error)
  })
  if (profile === null) throw new SignInFailed('The response says of nobody that he has logged in.')
  const assertion: Assertion = profile.getAssertion?.() ?? {}
  const { id, expires_at } = demandMeant(assertion, {
    ...{ issuer: idp.entity_id, recipient: sp.callback, request_id: requestId, now },
    skewSeconds: sp.settings.accepted_time_diff,
  })
  await spend(id, expires_at)
  return personOfProfile(profile, idp.entity_id)
}

/**
 * The library takes SHA-1 as well, for which two texts of the same signature can be made. Names are read as XML: in its
 * text they can be spelled in many ways.
 */
async function demandStrongSignatures(xml: string): Promise<void> {
  const names = attributesOf(await parseXml(xml), 'Algorithm')
  if (names.some((name) => /#(?:[\w-]+-)?(?:sha1|md5)$/i.test(name.trim())))
    throw new SignInFailed(
      'The response is signed with SHA-1, which is refused: the provider has to use SHA-256.',
    )
}

async function createSaml(idp: IdentityProvider, sp: ServiceProvider, requestId: string): Promise<SAML> {
  const { SAML: Saml } = await import('@node-saml/node-saml')
  const { settings } = sp
  return new Saml({
    ...{ issuer: entityIdOf(sp), audience: entityIdOf(sp), callbackUrl: sp.callback },
    ...{ entryPoint: idp.sso_url, idpCert: idp.certificates, idpIssuer: idp.entity_id },
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
