import { ConnectionFailed } from './connector-errors.ts'

/** Code of an error of the system, a driver or a database; undefined when it has none. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined
  return typeof code === 'string' ? code : undefined
}

const sentences: Readonly<Record<string, (where: string) => string>> = {
  ECONNREFUSED: (where) => `Connection to ${where} was refused. Is the server running there, on this port?`,
  ENOTFOUND: (where) => `The host name of ${where} cannot be found.`,
  EAI_AGAIN: (where) => `The host name of ${where} cannot be found at the moment.`,
  ETIMEDOUT: (where) => `${where} did not answer in time. Is it reachable from this machine?`,
  EHOSTUNREACH: (where) => `${where} cannot be reached from this machine.`,
  ENETUNREACH: (where) => `${where} cannot be reached from this machine.`,
  ECONNRESET: (where) => `${where} closed the connection while it was being set up.`,
  EPIPE: (where) => `${where} closed the connection while it was being set up.`,
  ENOENT: (where) => `There is no socket at ${where}.`,
  EACCES: (where) => `This process may not connect to ${where}.`,
}

const certificateCode = /CERT|SELF_SIGNED|ISSUER|LEAF_SIGNATURE|^ERR_TLS|^ERR_SSL|^EPROTO$/

/** A message for network and TLS errors, recognized by their code; null for all others. */
export function networkFailure(error: unknown, where: string): ConnectionFailed | null {
  const code = codeOf(error)
  if (code === undefined) return null
  const sentence = sentences[code]
  if (sentence !== undefined) return new ConnectionFailed(sentence(where), error)
  if (!certificateCode.test(code)) return null
  const reason = error instanceof Error ? error.message : code
  return new ConnectionFailed(`No secure connection to ${where}: ${reason}`, error)
}
