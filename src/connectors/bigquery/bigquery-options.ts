import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { isPhrase, type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'
import { type GoogleKey, readGoogleKey } from '../credentials/google-credentials.ts'

const shared = {
  userDefinedFunctionResourceUri: {
    type: 'string',
    title: 'UDF Source URIs (i.e. gs://bucket/date_utils.js, gs://bucket/string_utils.js )',
  },
  useStandardSql: { type: 'boolean', default: true, title: 'Use Standard SQL' },
  loadSchema: { type: 'boolean', title: 'Load Schema' },
  cost_per_tib: { type: 'number', title: 'Price per TiB scanned (USD)' },
} as const

export const bigqueryConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    projectId: { type: 'string', title: 'Project ID' },
    jsonKeyFile: { type: 'string', title: 'JSON Key File (ADC is used if omitted)' },
    loadSchema: shared.loadSchema,
    useStandardSql: shared.useStandardSql,
    location: { type: 'string', title: 'Processing Location' },
    totalMBytesProcessedLimit: { type: 'number', title: 'Scanned Data Limit (MB)' },
    maximumBillingTier: { type: 'number', title: 'Maximum Billing Tier' },
    userDefinedFunctionResourceUri: shared.userDefinedFunctionResourceUri,
    useQueryAnnotation: { type: 'boolean', default: false, title: 'Use Query Annotation' },
    cost_per_tib: shared.cost_per_tib,
  },
  order: [
    'projectId',
    'jsonKeyFile',
    'loadSchema',
    'useStandardSql',
    'location',
    'totalMBytesProcessedLimit',
    'maximumBillingTier',
    'userDefinedFunctionResourceUri',
    'useQueryAnnotation',
    'cost_per_tib',
  ],
  required: ['projectId'],
  secret: ['jsonKeyFile'],
  // only ever sent to Google, at an address that no option changes
  sent_to: { jsonKeyFile: [] },
}

export const bigqueryGceConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    totalMBytesProcessedLimit: { type: 'number', title: 'Total MByte Processed Limit' },
    location: { type: 'string', default: 'US', title: 'Processing Location' },
    userDefinedFunctionResourceUri: shared.userDefinedFunctionResourceUri,
    useStandardSql: shared.useStandardSql,
    loadSchema: shared.loadSchema,
    cost_per_tib: shared.cost_per_tib,
  },
}

export interface BigqueryOptions {
  /** null: the one in which this machine runs */
  projectId: string | null
  /** null: application default credentials */
  key: GoogleKey | null
  /** '': where the data is */
  location: string
  isStandard: boolean
  loadsSchema: boolean
  /** null: no limit */
  maxMegabytes: number | null
  billingTier: number | null
  /** null: no price is told */
  dollarsPerTebibyte: number | null
  functionUris: readonly string[]
}

/** The options, or a message that names the wrong one. */
export function readBigqueryOptions(options: ConnectorOptions): BigqueryOptions | Phrase {
  const projectId = text(options.projectId)
  // `example.com:project` for projects of a domain
  if (!/^(?:[a-z0-9.-]+:)?[a-z0-9-]+$/i.test(projectId))
    return phrase('Project ID must be the id of a project, such as my-project-123.')
  const key = text(options.jsonKeyFile) === '' ? null : readGoogleKey(text(options.jsonKeyFile))
  if (isPhrase(key)) return key
  const billingTier = numberOf(options.maximumBillingTier)
  if (billingTier !== null && !(Number.isInteger(billingTier) && billingTier > 0))
    return phrase('Maximum Billing Tier must be a whole number.')
  return readCommon(options, { projectId, key, billingTier, location: text(options.location) })
}

export function readBigqueryGceOptions(options: ConnectorOptions): BigqueryOptions | Phrase {
  const location = text(options.location) || 'US'
  return readCommon(options, { projectId: null, key: null, billingTier: null, location })
}

function readCommon(
  options: ConnectorOptions,
  own: Pick<BigqueryOptions, 'projectId' | 'key' | 'billingTier' | 'location'>,
): BigqueryOptions | Phrase {
  if (!/^[A-Za-z0-9-]*$/.test(own.location))
    return phrase('Processing Location must be the name of a region, such as EU or europe-west3.')
  const maxMegabytes = numberOf(options.totalMBytesProcessedLimit)
  if (maxMegabytes !== null && !(maxMegabytes > 0))
    return phrase('The limit of scanned data must be a number of megabytes above 0.')
  const dollarsPerTebibyte = numberOf(options.cost_per_tib)
  if (dollarsPerTebibyte !== null && !(dollarsPerTebibyte >= 0))
    return phrase('Price per TiB scanned (USD) must be a number from 0 on.')
  return {
    ...own,
    maxMegabytes,
    dollarsPerTebibyte,
    // the form stores a box that is checked; where the option is missing, the older language counts as it did
    isStandard: options.useStandardSql === true,
    loadsSchema: options.loadSchema === true,
    functionUris: text(options.userDefinedFunctionResourceUri)
      .split(',')
      .map((uri) => uri.trim())
      .filter((uri) => uri !== ''),
  }
}

function numberOf(value: unknown): number | null {
  return text(value) === '' ? null : Number(value)
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value).trim()
}
