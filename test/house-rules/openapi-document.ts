import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TSchema } from 'typebox'
import { type ErrorCode, errorCodes } from '#shared/errors/error-codes.ts'
import { scopeOf } from '#shared/permissions/key-scope.ts'
import { allEndpoints, type NamedEndpoint } from './all-endpoints.ts'
import { componentsOf, type JsonSchema, schemaWriter } from './openapi-schemas.ts'

const sharedUrl = new URL('../../src/shared/', import.meta.url)
const sharedFolder = fileURLToPath(sharedUrl)

/** Forms of the pages for people. A program sends a key instead. */
const formsForPeople: readonly string[] = [
  ...['acceptInvitation', 'askForReset', 'resetPassword', 'restoreEmail', 'sendVerificationEmail'],
  ...['verifyEmail', 'enterCode', 'logIn', 'logInWithLdap', 'samlCallback', 'setUp'],
]

/** The endpoints for programs: all except the forms of the pages for people. */
export const isForPrograms = ({ name }: NamedEndpoint): boolean => !formsForPeople.includes(name)

/** The OpenAPI document of the declarations in `src/shared/<subject>/…-api.ts`. */
export async function openapiDocument(): Promise<Record<string, unknown>> {
  const endpoints = (await allEndpoints()).filter(isForPrograms)
  const named = await namedSchemas()
  const write = schemaWriter(named)
  const paths: Record<string, Record<string, unknown>> = {}
  const templates = new Map<string, string>()
  for (const each of endpoints) {
    const { endpoint, file } = each
    // two names of one segment would be two paths, which OpenAPI forbids
    const shape = endpoint.path.replace(/:\w+/g, ':')
    const path = templates.get(shape) ?? endpoint.path
    templates.set(shape, path)
    const address = path.replace(/:(\w+)/g, '{$1}')
    const operations = paths[address] ?? {}
    paths[address] = operations
    operations[endpoint.method.toLowerCase()] = operationOf(each, path, commentOf(file, each.name), write)
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Sextant',
      version: '1',
      description:
        'The HTTP API of Sextant: that of Redash, and more. A program sends an API key: `Authorization: Key …`. The help page /help/api introduces it.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map(tagOf))].sort().map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        key: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The word `Key`, a space, and an API key.',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key with scopes: it begins with `sxt_`.',
        },
        key_in_address: { type: 'apiKey', in: 'query', name: 'api_key', description: 'An API key.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description:
            'A browser, which also sends the header `X-CSRF-Token` with the value of the cookie `csrf_token`.',
        },
      },
      responses: Object.fromEntries(
        [...generalRefusals.values()].map(({ name, codes }) => [name, refusalOf(codes)]),
      ),
      schemas: { ...componentsOf(named, write), ...errorSchemas },
    },
  }
}

/** Who calls: a key (with scopes: this one), or a browser. */
function securityOf(endpoint: NamedEndpoint['endpoint']): Record<string, string[]>[] {
  const scope = scopeOf(endpoint)
  return [{ key: [scope] }, { bearer: [scope] }, { key_in_address: [scope] }, { session: [] }]
}

const tagOf = ({ file }: NamedEndpoint) => file.split('/')[0] ?? ''

type Writer = ReturnType<typeof schemaWriter>

function operationOf(
  { name, endpoint, file }: NamedEndpoint,
  path: string,
  description: string,
  write: Writer,
): Record<string, unknown> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, segment]) => segment ?? '')
  const own = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, segment]) => segment ?? '')
  const inPath = propertiesOf(endpoint.params)
  const inQuery = propertiesOf(endpoint.query)
  const required = requiredOf(endpoint.query)
  const { body, bodyOptional, bodyMedia = 'application/json' } = endpoint
  const parameters = [
    ...names.map((segment, index) => ({
      ...{ name: segment, in: 'path', required: true },
      schema: write(inPath[own[index] ?? ''] ?? {}),
    })),
    ...Object.entries(inQuery).map(([argument, schema]) => ({
      ...{ name: argument, in: 'query', required: required.includes(argument) },
      schema: write(schema),
    })),
  ]
  const schema = body === undefined ? { type: 'string', format: 'binary' } : write(body)
  return {
    operationId: name,
    tags: [tagOf({ name, endpoint, file })],
    summary: summaryOf(name),
    description: [description, accessText(endpoint)].filter(Boolean).join('\n\n'),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined && endpoint.bodyMedia === undefined
      ? {}
      : {
          requestBody: {
            required: bodyOptional !== true,
            content: {
              [bodyMedia]: {
                schema:
                  endpoint.unknownKeys === 'refuse' ? { ...schema, additionalProperties: false } : schema,
              },
            },
          },
        }),
    responses: responsesOf(endpoint, write),
    // roles of a scheme that is no OAuth: OpenAPI 3.1 allows them for all types
    ...(endpoint.access === 'anyone' ? { security: [] } : { security: securityOf(endpoint) }),
  }
}

function accessText(endpoint: NamedEndpoint['endpoint']): string {
  const { access, acceptsQueryKey, acceptsDashboardToken } = endpoint
  const parts =
    access === 'anyone'
      ? ['Needs no key.']
      : access === 'signed-in'
        ? []
        : [`Needs the permission ${access.map((permission) => `\`${permission}\``).join(' or ')}.`]
  if (access !== 'anyone') parts.push(`An API key with scopes needs \`${scopeOf(endpoint)}\`.`)
  if (acceptsQueryKey) parts.push('Accepts the key of the query.')
  if (acceptsDashboardToken) parts.push('Accepts the token of a shared dashboard that shows the query.')
  return parts.join(' ')
}

function responsesOf(endpoint: NamedEndpoint['endpoint'], write: Writer): Record<string, unknown> {
  const responses: Record<string, unknown> = {}
  const { replyStatus = 200, replyMedia } = endpoint
  const json = { 'application/json': { schema: write(endpoint.reply) } }
  const files = Object.fromEntries((replyMedia ?? []).map((media) => [media, {}]))
  responses[replyStatus] = {
    description: replyStatus === 204 ? 'Done. The answer has no body.' : 'Done.',
    ...(replyStatus === 204
      ? {}
      : {
          content:
            replyMedia === undefined ? json : 'application/json' in files ? { ...files, ...json } : files,
        }),
  }
  const codes = new Map<number, ErrorCode[]>()
  for (const code of errorsOf(endpoint)) {
    const { status } = errorCodes[code]
    codes.set(status, [...(codes.get(status) ?? []), code])
  }
  for (const [status, listed] of codes) {
    const general = generalRefusals.get(listed.join())
    responses[status] =
      general === undefined ? refusalOf(listed) : { $ref: `#/components/responses/${general.name}` }
  }
  return responses
}

/** What any endpoint of this kind can answer, and what this one declares. */
function errorsOf({
  access,
  params,
  body,
  bodyMedia,
  errors = [],
}: NamedEndpoint['endpoint']): Set<ErrorCode> {
  return new Set<ErrorCode>([
    ...(['request.invalid', 'request.malformed'] as const),
    ...(access === 'anyone'
      ? []
      : (['auth.required', 'auth.forbidden', 'auth.scope_missing', 'request.csrf'] as const)),
    // an id in the path or in the body
    ...(params === undefined && body === undefined ? [] : (['not_found'] as const)),
    ...(body === undefined && bodyMedia === undefined ? [] : (['request.too_large'] as const)),
    'server.unavailable',
    ...errors,
  ])
}

/** The refusals that many endpoints have, and no more of that status: written once. */
const generalRefusals = new Map<string, { name: string; codes: readonly ErrorCode[] }>(
  (
    [
      ['Invalid', ['request.invalid', 'request.malformed']],
      ['InvalidFromBrowser', ['request.invalid', 'request.malformed', 'request.csrf']],
      ['NoKey', ['auth.required']],
      ['NotAllowed', ['auth.forbidden', 'auth.scope_missing']],
      ['NotFound', ['not_found']],
      ['TooLarge', ['request.too_large']],
      ['RateLimited', ['request.rate_limited']],
      ['Unavailable', ['server.unavailable']],
    ] satisfies [string, ErrorCode[]][]
  ).map(([name, codes]) => [codes.join(), { name, codes }]),
)

function refusalOf(codes: readonly ErrorCode[]): Record<string, unknown> {
  const rows = codes.map((code) => ({ code, ...(errorCodes[code] as { message: string; shape?: string }) }))
  const shapes = new Set(rows.map(({ shape = 'message' }) => shape))
  const variants = [
    ...(shapes.has('message') ? ['Refusal'] : []),
    ...(shapes.has('job') ? ['RefusedRun'] : []),
  ].map((name) => ({ $ref: `#/components/schemas/${name}` }))
  return {
    description: rows.map(({ code, message }) => `- \`${code}\`: ${message}`).join('\n'),
    content: {
      ...(variants.length === 0
        ? {}
        : { 'application/json': { schema: variants.length === 1 ? variants[0] : { anyOf: variants } } }),
      ...(shapes.has('text') ? { 'text/plain': { schema: { type: 'string' } } } : {}),
    },
  }
}

const errorSchemas: Record<string, JsonSchema> = {
  Refusal: {
    type: 'object',
    required: ['message', 'code'],
    properties: {
      message: { type: 'string', description: 'for people' },
      code: { type: 'string', description: 'for programs' },
      field: { type: 'string', description: 'the field of the request that is wrong' },
    },
  },
  RefusedRun: {
    type: 'object',
    required: ['job'],
    properties: {
      job: {
        type: 'object',
        required: ['status', 'error'],
        properties: { status: { const: 4 }, error: { type: 'string' } },
      },
    },
  },
}

/** `listFavoriteQueries`: List favorite queries */
function summaryOf(name: string): string {
  const words = name
    .replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('openapi', 'OpenAPI')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The comment of a declaration, without its references to pages and files of this repository. */
function commentOf(file: string, name: string): string {
  const text = readFileSync(`${sharedFolder}${file}`, 'utf8')
  const at = text.indexOf(`export const ${name} = endpoint(`)
  const before = text.slice(0, at).trimEnd()
  if (at < 0 || !before.endsWith('*/')) return ''
  return before
    .slice(before.lastIndexOf('/**') + 3, -2)
    .replace(/\n\s*\* ?/g, ' ')
    .replace(/ \((see )?[\w./-]+\.(md|ts)[^)]*\)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const propertiesOf = (schema: TSchema | undefined) =>
  (schema as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {}
const requiredOf = (schema: TSchema | undefined) =>
  (schema as { required?: string[] } | undefined)?.required ?? []

/** Object schemas that `src/shared` exports, by their names: they become components. */
async function namedSchemas(): Promise<Map<TSchema, string>> {
  const found = new Map<TSchema, string>()
  const files = readdirSync(sharedFolder, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((each) => each.endsWith('.ts') && !each.endsWith('.test.ts')).sort()) {
    if (!readFileSync(`${sharedFolder}${file}`, 'utf8').includes("from 'typebox'")) continue
    const module: Record<string, unknown> = await import(new URL(file, sharedUrl).href)
    for (const [name, value] of Object.entries(module)) {
      if (/^[A-Z]/.test(name) && isObjectSchema(value) && !found.has(value)) found.set(value, name)
    }
  }
  return found
}

/** Parameters of paths and queries are written where they stand. */
function isObjectSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null && ('properties' in value || 'anyOf' in value)
}
