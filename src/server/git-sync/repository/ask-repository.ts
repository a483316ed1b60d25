import { converse } from '#connectors/child-conversation.ts'
import { ConnectionFailed, QueryFailed } from '#connectors/connector-errors.ts'
import { forkEngine } from '#connectors/fork-engine.ts'
import { GitProblem } from './git-problem.ts'
import type { GitReply, GitRequest, ReadCommit, ReadRequest } from './git-protocol.ts'
import type { GitRemote, GitTransport } from './git-transport.ts'
import { httpsTransport } from './https-transport.ts'
import { sshTransport } from './ssh-transport.ts'

/** Memory of the process that unpacks a repository, which holds a pack several times. */
const memoryMb = 768
const maxMilliseconds = 5 * 60_000

/** Where a repository is. `local`: a folder of this machine that the operator allowed. */
export type GitPlace = { kind: 'local'; path: string } | GitRemote

/** Reads the files of content on a branch. Throws GitProblem. */
export async function readRepository(
  place: GitPlace,
  version: string,
  request: Omit<ReadRequest, 'kind' | 'path'>,
): Promise<ReadCommit> {
  const path = place.kind === 'local' ? place.path : null
  const found: ReadCommit[] = []
  await ask(place, version, { kind: 'read', path, ...request }, (reply) => {
    if (reply.kind !== 'commit') return
    const { commit, author, subject, files } = reply
    found.push({ commit, author, subject, files })
  })
  const [read] = found
  if (read === undefined) throw new Error('The process of the repository has not answered.')
  return read
}

async function ask(
  place: GitPlace,
  version: string,
  request: GitRequest,
  hear: (reply: GitReply) => void,
): Promise<void> {
  const transport = transportOf(place, version)
  const child = forkEngine(
    {
      child: new URL('./git-child.ts', import.meta.url),
      ...{ path: ':memory:', packages: [], isNative: false },
      ...(place.kind === 'local' ? { readFolder: place.path } : {}),
    },
    memoryMb,
  )
  const process = converse<GitRequest, GitReply>(child, memoryMb)
  const limit = AbortSignal.timeout(maxMilliseconds)
  try {
    await process.ask(request, limit, async (reply) => {
      if (reply.kind !== 'question') return hear(reply)
      if (transport === null) throw new Error('A local repository asks nobody.')
      const { id, body } = reply
      const answer = await (body === null ? transport.discover() : transport.call(body))
      process.tell({ kind: 'answer', id, body: answer })
    })
  } catch (error) {
    throw limit.aborted
      ? new GitProblem('Reading the repository took more than five minutes.')
      : forPerson(error)
  } finally {
    process.end()
    transport?.close()
  }
}

function transportOf(place: GitPlace, version: string): GitTransport | null {
  if (place.kind === 'local') return null
  return place.kind === 'ssh' ? sshTransport(place) : httpsTransport(place, version)
}

/** Problems of the process, the network and the remote are shown to the admin; any other error is a defect. */
function forPerson(error: unknown): unknown {
  if (error instanceof QueryFailed && error.message.includes('more memory'))
    return new GitProblem(`The repository takes more than ${memoryMb} MB when it is unpacked.`)
  if (error instanceof QueryFailed || error instanceof ConnectionFailed) return new GitProblem(error.message)
  return error
}
