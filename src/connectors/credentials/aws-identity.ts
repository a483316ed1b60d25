import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import { actingEmail } from '../acting-email.ts'
import type { ConnectorHost } from '../connector.ts'
import type { AwsHost, AwsIdentity, AwsKeys } from './aws-types.ts'
import { forgetCredentials, keptCredentials } from './kept-credentials.ts'
import { requireMachineCredentials } from './machine-access.ts'

interface IdentityOptions {
  region: unknown
  accessKey: unknown
  secretKey: unknown
  sessionToken?: unknown
  role?: unknown
  externalId?: unknown
}

/** The identity, or a message that names the wrong option by these titles. */
export function readAwsIdentity(
  options: IdentityOptions,
  titles: { region: string; accessKey: string; secretKey: string; role?: string },
): AwsIdentity | Phrase {
  const region = text(options.region)
  // it becomes a part of a host name, which gets what is signed
  if (!/^[a-z]{2,}(?:-[a-z]+)+-\d+$/.test(region)) {
    return phrase('{option} must be the code of a region, such as eu-central-1.', { option: titles.region })
  }
  const [accessKey, secretKey] = [text(options.accessKey), text(options.secretKey)]
  if ((accessKey === '') !== (secretKey === '')) {
    return phrase('{one} and {other} are given together, or neither of them.', {
      one: titles.accessKey,
      other: titles.secretKey,
    })
  }
  if (accessKey !== '' && !/^\w{1,128}$/.test(accessKey)) {
    return phrase('{option} is not the id of an access key.', { option: titles.accessKey })
  }
  const [sessionToken, arn] = [text(options.sessionToken), text(options.role)]
  const externalId = text(options.externalId)
  if (arn !== '' && !/^arn:[\w-]+:iam::\d{12}:role\/[\w+=,.@/-]+$/.test(arn)) {
    return phrase('{option} must be the ARN of a role, such as arn:aws:iam::123456789012:role/analytics.', {
      option: titles.role ?? '',
    })
  }
  return {
    region,
    keys: accessKey === '' ? null : { accessKey, secretKey, sessionToken: sessionToken || null },
    role: arn === '' ? null : { arn, externalId: externalId || null, sessionName: 'sextant' },
  }
}

/** A role that is assumed for a person tells AWS who they are. */
export async function actingAs(
  identity: AwsIdentity,
  host: Pick<ConnectorHost, 'actingUser'>,
): Promise<AwsIdentity> {
  if (identity.role === null) return identity
  const email = (await actingEmail(host)) ?? ''
  const sessionName = email.replaceAll(/[^\w+=,.@-]/g, '-').slice(0, 64)
  return sessionName.length < 2 ? identity : { ...identity, role: { ...identity.role, sessionName } }
}

/** Throws ConnectionFailed. */
export async function awsKeys(identity: AwsIdentity, host: AwsHost, signal: AbortSignal): Promise<AwsKeys> {
  const { region, role } = identity
  const own = identity.keys ?? (await machineKeys(region, host, signal))
  if (role === null) return own
  return await keptCredentials(['aws role', identity], async () => {
    const { assumeRole } = await import('./aws-sts.ts')
    return await assumeRole(own, { region, ...role }, host, signal)
  })
}

/** The next request gets new keys, if there are any. */
export function forgetAwsKeys(identity: AwsIdentity): void {
  forgetCredentials(['aws role', identity])
  forgetCredentials(machineName(identity.region))
}

const machineName = (region: string) => ['aws machine', region]

async function machineKeys(region: string, host: AwsHost, signal: AbortSignal): Promise<AwsKeys> {
  requireMachineCredentials('aws', host)
  return await keptCredentials(machineName(region), async () => {
    const { findMachineKeys } = await import('./aws-machine.ts')
    return await findMachineKeys(region, host, signal)
  })
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value).trim()
}
