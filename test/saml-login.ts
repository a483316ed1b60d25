import type { AppUnderTest } from './app-under-test.ts'
import { type SamlProviderUnderTest, startSamlProvider } from './saml-provider.ts'

/** A SAML provider, and the app of the test set up to use it. */
export async function startSamlLogin(app: AppUnderTest): Promise<SamlProviderUnderTest> {
  const provider = await startSamlProvider(async () => (await app.anonymous.get('/saml/metadata')).body)
  const settings = {
    ...{ auth_saml_enabled: true, auth_saml_type: 'static', auth_saml_sso_url: provider.ssoUrl },
    ...{ auth_saml_entity_id: provider.entityId, auth_saml_x509_cert: provider.certificate },
  }
  await app.context.db
    .updateTable('organizations')
    .set({ settings: JSON.stringify(settings) })
    .execute()
  return provider
}
