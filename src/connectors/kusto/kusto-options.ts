import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'
import type { AzureIdentity } from '../credentials/azure-credentials.ts'

export const kustoConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    cluster: { type: 'string' },
    azure_ad_client_id: { type: 'string', title: 'Azure AD Client ID' },
    azure_ad_client_secret: { type: 'string', title: 'Azure AD Client Secret' },
    azure_ad_tenant_id: { type: 'string', title: 'Azure AD Tenant Id' },
    database: { type: 'string' },
    msi: { type: 'boolean', title: 'Use Managed Service Identity' },
    user_msi: { type: 'string', title: 'User-assigned managed identity client ID' },
  },
  order: ['cluster', 'azure_ad_client_id', 'azure_ad_client_secret', 'azure_ad_tenant_id', 'database'],
  required: ['cluster', 'database'],
  secret: ['azure_ad_client_secret'],
  sent_to: { azure_ad_client_secret: ['azure_ad_tenant_id', 'cluster'] },
}

export interface KustoOptions {
  /** `https://cluster.region.kusto.windows.net` */
  origin: string
  database: string
  identity: AzureIdentity
}

/** The options, or a message that names the wrong one. */
export function readKustoOptions(options: ConnectorOptions): KustoOptions | Phrase {
  const cluster = text(options.cluster)
  const parsed = URL.canParse(cluster) ? new URL(cluster) : null
  const isPlain =
    parsed !== null &&
    parsed.protocol === 'https:' &&
    parsed.username + parsed.password + parsed.search + parsed.hash === '' &&
    parsed.pathname === '/'
  if (!isPlain)
    return phrase('Cluster must be an address such as https://mycluster.westeurope.kusto.windows.net.')
  const database = text(options.database)
  if (database === '') return phrase('Database must be the name of a database.')
  const { origin } = parsed
  const clientId = text(options.azure_ad_client_id)
  const secret = text(options.azure_ad_client_secret)
  const tenant = text(options.azure_ad_tenant_id)
  if (options.msi === true) {
    const userId = text(options.user_msi)
    return { origin, database, identity: { kind: 'machine', clientId: userId === '' ? null : userId } }
  }
  if (clientId === '' || secret === '' || tenant === '') {
    return phrase(
      'Azure AD Client ID, Client Secret, and Tenant ID are required for Service Principal authentication.',
    )
  }
  if (!/^[\w.-]+$/.test(tenant)) return phrase('Azure AD Tenant Id must be the id or the domain of a tenant.')
  return { origin, database, identity: { kind: 'service principal', clientId, secret, tenant } }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value).trim()
}
