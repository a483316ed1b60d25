import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { isPhrase, type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { Connector, ConnectorHost, ConnectorOptions } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { readAwsIdentity } from '../credentials/aws-identity.ts'
import type { AwsIdentity } from '../credentials/aws-types.ts'

const config: ConfigurationSchema = {
  type: 'object',
  properties: {
    server: { type: 'string', title: 'Endpoint' },
    region: { type: 'string' },
    access_key: { type: 'string', title: 'Access Key' },
    secret_key: { type: 'string', title: 'Secret Key' },
    use_aws_iam_profile: { type: 'boolean', title: 'Use AWS IAM Profile' },
  },
  order: ['server', 'region', 'access_key', 'secret_key', 'use_aws_iam_profile'],
  required: ['server', 'region'],
  secret: ['secret_key'],
  // it signs what goes to the endpoint, and is itself not sent
  sent_to: { secret_key: ['server', 'access_key'] },
}

interface DomainOptions {
  url: string
  identity: AwsIdentity
}

/** The options, or a message that names the wrong one. */
function readDomainOptions(options: ConnectorOptions): DomainOptions | Phrase {
  const given = typeof options.server === 'string' ? options.server.trim() : ''
  const url = /^https?:\/\//i.test(given) ? given : `https://${given}`
  const parsed = URL.canParse(url) ? new URL(url) : null
  const isAddress =
    parsed !== null && given !== '' && /^\/?$/.test(parsed.pathname) && parsed.search + parsed.hash === ''
  if (!isAddress || parsed.username + parsed.password !== '') {
    return phrase(
      'Endpoint must be the address of a domain, such as https://search-name.eu-central-1.es.amazonaws.com.',
    )
  }
  const usesMachine = options.use_aws_iam_profile === true
  const identity = readAwsIdentity(
    {
      region: options.region,
      accessKey: usesMachine ? '' : options.access_key,
      secretKey: usesMachine ? '' : options.secret_key,
    },
    { region: 'Region', accessKey: 'Access Key', secretKey: 'Secret Key' },
  )
  return isPhrase(identity) ? identity : { url: parsed.origin, identity }
}

/** Elasticsearch and OpenSearch as a service of AWS (docs/reference/connectors.md#elasticsearch-of-aws). */
export const awsElasticsearch: Connector = {
  type: 'aws_es',
  name: 'Amazon Elasticsearch Service',
  syntax: 'json',
  sqlStyle: null,
  config,
  autoLimit: null,
  binds: null,
  annotates: false,
  isolation: 'worker',
  speaksHttp: true,
  validate(options) {
    const read = readDomainOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openElasticsearch } = await import('./elasticsearch-session.ts')
    return await openElasticsearch(...(await signedBy(options, host)))
  },
  async killOrphan(options, host, backend) {
    const { killElasticsearchOrphan } = await import('./elasticsearch-session.ts')
    await killElasticsearchOrphan(...(await signedBy(options, host)), backend)
  },
}

/** The options of a server without accounts, and a host that signs each request to it. */
async function signedBy(
  options: ConnectorOptions,
  host: ConnectorHost,
): Promise<[ConnectorOptions, ConnectorHost]> {
  const read = readDomainOptions(options)
  if (isPhrase(read)) throw new ConnectionFailed(String(read))
  const { signingFetch } = await import('../credentials/aws-request.ts')
  const fetchServer = signingFetch({ identity: read.identity, host }, 'es')
  return [{ url: read.url }, { ...host, fetchServer }]
}
