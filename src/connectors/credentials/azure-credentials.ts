import type { ConnectorHost } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { startOf, textOf } from '../http-answer.ts'
import { forgetCredentials, type Given, keptCredentials } from './kept-credentials.ts'
import { askMachine, requireMachineCredentials } from './machine-access.ts'

/** Who asks Azure. */
export type AzureIdentity =
  | { kind: 'service principal'; tenant: string; clientId: string; secret: string }
  /** the managed identity of this machine; `clientId`: one that a user assigned to it */
  | { kind: 'machine'; clientId: string | null }

const maxAnswer = 100_000
const answerTooLong = 'Azure sent a token of more than 100 kB.'

/** Where the clouds of Azure give tokens, by the end of the host of a service. Secrets are sent to these alone. */
const authorities: readonly (readonly [end: string, authority: string])[] = [
  ['.chinacloudapi.cn', 'https://login.partner.microsoftonline.cn'],
  ['.azure.cn', 'https://login.partner.microsoftonline.cn'],
  ['.usgovcloudapi.net', 'https://login.microsoftonline.us'],
  ['.azure.us', 'https://login.microsoftonline.us'],
]
const publicAuthority = 'https://login.microsoftonline.com'

/**
 * A token for a service, whose origin is its name. It is kept until it is about to end. Throws ConnectionFailed, without
 * any secret.
 */
export async function azureToken(
  identity: AzureIdentity,
  origin: string,
  host: Pick<ConnectorHost, 'fetchServer' | 'machineCredentials'>,
  signal: AbortSignal,
): Promise<string> {
  if (identity.kind === 'machine') requireMachineCredentials('azure', host)
  return await keptCredentials(['azure', identity, origin], () =>
    identity.kind === 'machine'
      ? machineToken(identity.clientId, origin, signal)
      : principalToken(identity, origin, host, signal),
  )
}

/** After the service has refused a token that should still be good. */
export function forgetAzureToken(identity: AzureIdentity, origin: string): void {
  forgetCredentials(['azure', identity, origin])
}

async function principalToken(
  { tenant, clientId, secret }: Extract<AzureIdentity, { kind: 'service principal' }>,
  origin: string,
  host: Pick<ConnectorHost, 'fetchServer'>,
  signal: AbortSignal,
): Promise<Given<string>> {
  const { hostname } = new URL(origin)
  const authority = authorities.find(([end]) => hostname.endsWith(end))?.[1] ?? publicAuthority
  const form = { client_id: clientId, client_secret: secret, scope: `${origin}/.default` }
  const request = {
    method: 'POST' as const,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString(),
  }
  const url = `${authority}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`
  const reply = await host.fetchServer(url, request, signal)
  if (reply.status === 200) return tokenIn(await textOf(reply, maxAnswer, answerTooLong))
  const told = stringOf(readJson(await startOf(reply))['error_description']) ?? `status ${reply.status}`
  throw new ConnectionFailed(`Azure refuses the client ${clientId} in the tenant ${tenant}: ${told}`)
}

const metadataUrl = 'http://169.254.169.254/metadata/identity/oauth2/token'

/** The variables are those that App Service, Functions and Container Apps set, and that Azure's own libraries read. */
async function machineToken(
  clientId: string | null,
  origin: string,
  signal: AbortSignal,
): Promise<Given<string>> {
  const query = new URLSearchParams({
    resource: origin,
    ...(clientId === null ? {} : { client_id: clientId }),
  })
  const { IDENTITY_ENDPOINT: endpoint, IDENTITY_HEADER: secret } = process.env
  const answer =
    endpoint !== undefined && secret !== undefined
      ? await askMachine(
          `${endpoint}?api-version=2019-08-01&${query}`,
          { headers: { 'x-identity-header': secret } },
          signal,
        )
      : await askMachine(
          `${metadataUrl}?api-version=2018-02-01&${query}`,
          { headers: { metadata: 'true' } },
          signal,
        )
  if (answer === null) throw new ConnectionFailed('This machine has no managed identity of Azure.')
  if (answer.status !== 200) {
    throw new ConnectionFailed(
      `Azure gives no token for the managed identity of this machine (status ${answer.status}). Has it one, and may it read the service?`,
    )
  }
  return tokenIn(answer.text)
}

/** `expires_in` in seconds, which some of the services send as a text or leave out for `expires_on`. */
function tokenIn(text: string): Given<string> {
  const read = readJson(text)
  const value = stringOf(read['access_token'])
  const [lasts, ends] = [Number(read['expires_in']), Number(read['expires_on'])]
  if (value === null || !/^[\x21-\x7e]+$/.test(value)) throw new ConnectionFailed('Azure sent no token.')
  return { value, ends: lasts > 0 ? Date.now() + lasts * 1000 : ends > 0 ? ends * 1000 : Date.now() }
}

function readJson(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function stringOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
