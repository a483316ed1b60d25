import type { ConnectorHost } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { textOf } from '../http-answer.ts'

export type Cloud = 'aws' | 'google' | 'azure'

const names: Readonly<Record<Cloud, string>> = { aws: 'AWS', google: 'Google', azure: 'Azure' }

/** Throws ConnectionFailed unless the operator lets data sources use what this machine has for the cloud. */
export function requireMachineCredentials(
  cloud: Cloud,
  host: Pick<ConnectorHost, 'machineCredentials'>,
): void {
  if (host.machineCredentials?.includes(cloud)) return
  throw new ConnectionFailed(
    `The data source has no credentials for ${names[cloud]}, and may not use those of this machine. An operator can allow it: SEXTANT_MACHINE_CREDENTIALS=${cloud}.`,
  )
}

/** A metadata service is near: where none answers in this time, there is none. */
const machineMilliseconds = 5000
const maxAnswer = 100_000

export interface MachineAnswer {
  status: number
  headers: Headers
  text: string
}

/**
 * Asks the metadata service of a cloud. `url` must not come from an option of a data source: nothing guards it. Null:
 * none answers there. Throws the reason of the signal.
 */
export async function askMachine(
  url: string,
  request: { method?: 'GET' | 'PUT'; headers: Record<string, string> },
  signal: AbortSignal,
): Promise<MachineAnswer | null> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(machineMilliseconds)])
  try {
    const reply = await fetch(url, { ...request, redirect: 'error', signal: within })
    const text = await textOf(reply, maxAnswer, 'The metadata service answers with more than 100 kB.')
    return { status: reply.status, headers: reply.headers, text }
  } catch {
    signal.throwIfAborted()
    return null
  }
}
