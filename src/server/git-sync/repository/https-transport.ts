import { createServerFetch } from '#server/kernel/index.ts'
import { GitProblem } from './git-problem.ts'
import { maxPackBytes } from './git-protocol.ts'
import { callMilliseconds, type GitRemote, type GitTransport } from './git-transport.ts'

/**
 * The protocol over HTTPS, through the guard for servers that admins choose. Redirects are refused: they would send the
 * token to another server.
 */
export function httpsTransport(remote: GitRemote, version: string): GitTransport {
  const fetchServer = createServerFetch({ version })
  const base = remote.url.replace(/\/+$/, '')
  const host = new URL(base).host
  const login = `${remote.username === '' ? 'git' : remote.username}:${remote.token}`
  const headers: Record<string, string> =
    remote.token === '' ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }
  const ask = async (path: string, type: string, body?: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
    const reply = await fetchServer(
      `${base}/${path}`,
      {
        ...(body === undefined ? { method: 'GET' } : { method: 'POST', body }),
        headers: { ...headers, accept: type, ...(body === undefined ? {} : requestType(type)) },
        ...(remote.ca === '' ? {} : { tls: { ca: remote.ca } }),
      },
      AbortSignal.timeout(callMilliseconds),
    )
    if (!reply.ok) {
      await reply.body?.cancel()
      throw new GitProblem(whyRefused(host, reply.status))
    }
    if (reply.headers.get('content-type') !== type) {
      await reply.body?.cancel()
      throw new GitProblem(`${host} does not answer as a git server at this address.`)
    }
    return await bounded(reply)
  }
  return {
    discover: () => ask(`info/refs?service=${service}`, `application/x-${service}-advertisement`),
    call: (body) => ask(service, `application/x-${service}-result`, Uint8Array.from(body)),
    close() {},
  }
}

/** The service of the git protocol that reads. */
const service = 'git-upload-pack'

const requestType = (type: string) => ({ 'content-type': type.replace(/result$/, 'request') })

function whyRefused(host: string, status: number): string {
  if (status === 401 || status === 403) return `${host} refused the token (status ${status}).`
  if (status === 404) return `${host} has no such repository, or hides it from this token (status 404).`
  if (status >= 300 && status < 400)
    return `${host} redirects elsewhere (status ${status}). Enter the address it redirects to.`
  return `${host} answered with status ${status}.`
}

async function bounded(reply: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of (reply.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length
    if (bytes > maxPackBytes) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

export const tooLarge = () =>
  new GitProblem(
    `The repository is larger than ${maxPackBytes / 1024 / 1024} MB, packed and without its history.`,
  )
