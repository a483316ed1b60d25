import {
  createOpenidClient,
  currentOrganization,
  findIdentityProvider,
  googleProvider,
  openidProvider,
  SignInFailed,
} from '#server/identity/index.ts'
import type { Config } from '#server/kernel/index.ts'
import { isSamlOpen } from '#shared/organizations/login-methods.ts'
import { organizationSettings } from '#shared/organizations/organization-settings.ts'
import type { InstanceContext } from '../commands/command.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

/** Checks that the configured login providers can be reached. */
export async function checkOpenid(config: Config): Promise<Finding[]> {
  const providers = [
    ['Google login', googleProvider(config)],
    ['OpenID Connect login', openidProvider(config)],
  ] as const
  const findings = providers.map(async ([check, provider]) => {
    if (provider === null) return []
    const client = createOpenidClient({ config, clock: () => new Date() }, provider)
    const found = await reach(check, provider.issuer, () => client.discover())
    return [found.state === 'ok' && config.publicUrl === null ? withoutUrl(check, found) : found]
  })
  return (await Promise.all(findings)).flat()
}

/** No findings when SAML is off. */
export async function checkSaml({ db, config }: InstanceContext): Promise<Finding[]> {
  const { settings: stored } = await currentOrganization({ db })
  const settings = organizationSettings(stored)
  if (!isSamlOpen(settings)) return []
  if (config.publicUrl === null)
    return [failure('SAML login', 'It does not work.', 'Set SEXTANT_URL: SAML needs a fixed address.')]
  const place =
    settings.auth_saml_type === 'static' ? settings.auth_saml_entity_id : settings.auth_saml_metadata_url
  return [await reach('SAML login', place, () => findIdentityProvider(config, settings))]
}

async function reach(check: string, place: string, look: () => Promise<unknown>): Promise<Finding> {
  try {
    await look()
    return ok(check, `${place} can be used.`)
  } catch (error) {
    if (!(error instanceof SignInFailed)) throw error
    return failure(
      check,
      `${place}: ${error.message}`,
      'See docs/sign-in.md, and check that the network allows the connection.',
    )
  }
}

function withoutUrl(check: string, { found }: Finding): Finding {
  return warning(
    check,
    found,
    'Set SEXTANT_URL: the provider redirects users to addresses that begin with it.',
  )
}
