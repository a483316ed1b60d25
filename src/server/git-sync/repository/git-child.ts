import nodeFiles from 'node:fs'
import { join } from 'node:path'
import git, { type GitHttpRequest, type HttpClient } from 'isomorphic-git'
import { GitProblem } from './git-problem.ts'
import type { GitReply, GitRequest, ReadRequest } from './git-protocol.ts'
import { memoryFiles } from './memory-files.ts'
import { findFolder, type Repository, readContentFiles } from './read-tree.ts'

/**
 * The process that unpacks one untrusted repository, apart from the worker. It has no files, no environment and no
 * credentials: the worker sends its requests to the remote.
 */
const waiting = new Map<number, (body: Uint8Array | null) => void>()
let asked = 0

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', async (request: GitRequest) => {
  if (request.kind === 'answer') {
    waiting.get(request.id)?.(request.body)
    waiting.delete(request.id)
    return
  }
  try {
    await read(request)
    send({ kind: 'done' })
  } catch (error) {
    send(failure(error))
  }
})

function send(reply: GitReply): void {
  process.send?.(reply)
}

/** A placeholder: the worker replaces it with the real address. */
const url = 'https://repository.invalid/'

const http: HttpClient = {
  async request({ url: address, method = 'GET', headers = {}, body }: GitHttpRequest) {
    const isDiscovery = method === 'GET'
    const parts: Uint8Array[] = []
    for await (const part of body ?? []) parts.push(part)
    const id = ++asked
    const answer = new Promise<Uint8Array | null>((resolve) => waiting.set(id, resolve))
    send({ kind: 'question', id, body: isDiscovery ? null : Buffer.concat(parts) })
    const bytes = (await answer) ?? new Uint8Array()
    const type = `application/x-git-upload-pack-${isDiscovery ? 'advertisement' : 'result'}`
    return {
      ...{ url: address, method, headers: { ...headers, 'content-type': type } },
      ...{ statusCode: 200, statusMessage: 'OK' },
      body: (async function* () {
        yield bytes
      })(),
    }
  },
}

async function read({ path, branch, folder, known }: ReadRequest): Promise<void> {
  const repository = path === null ? await emptyRepository() : localRepository(path)
  const commit =
    path === null
      ? await fetchBranch(repository, branch, known)
      : await git.resolveRef({ ...repository, ref: `refs/heads/${branch}` }).catch(() => null)
  if (commit === null) throw new GitProblem(`The repository has no branch "${branch}".`)
  if (commit === known) return send({ kind: 'commit', commit, author: '', subject: '', files: null })
  const { commit: found } = await git.readCommit({ ...repository, oid: commit })
  const root = await findFolder(repository, commit, folder)
  if (root === null) throw new GitProblem(`The branch "${branch}" has no folder "${folder}".`)
  const files = await readContentFiles(repository, root)
  send({
    ...{ kind: 'commit', commit, files },
    author: found.author.name.slice(0, 255),
    subject: (found.message.split('\n')[0] ?? '').slice(0, 255),
  })
}

async function emptyRepository(): Promise<Repository & { cache: object }> {
  const fs = memoryFiles()
  await git.init({ fs, gitdir: '/repository', dir: '/repository', bare: true, defaultBranch: 'main' })
  await git.addRemote({ fs, gitdir: '/repository', remote: 'origin', url })
  return { fs, gitdir: '/repository', cache: {} }
}

/** `path`: a bare repository, or the folder of a work tree with its `.git`. */
function localRepository(path: string): Repository {
  const isCheckedOut = nodeFiles.existsSync(join(path, '.git'))
  const gitdir = isCheckedOut ? join(path, '.git') : path
  try {
    nodeFiles.readFileSync(join(gitdir, 'HEAD'))
  } catch {
    throw new GitProblem(`${path} is not a git repository.`)
  }
  return { fs: nodeFiles, gitdir, cache: {} }
}

/** The newest commit of the branch without its history; null: there is no such branch. */
async function fetchBranch(
  repository: Repository,
  branch: string,
  known: string | null,
): Promise<string | null> {
  const ref = `refs/heads/${branch}`
  const refs = await git.listServerRefs({ http, url, prefix: ref, protocolVersion: 1 })
  const there = refs.find((one) => one.ref === ref)?.oid ?? null
  if (there === null || there === known) return there
  const { fetchHead } = await git.fetch({
    ...{ ...repository, http, url, ref: branch, remoteRef: branch },
    ...{ depth: 1, singleBranch: true, tags: false },
  })
  return fetchHead
}

/** Errors of the parser over untrusted bytes are problems of the repository, not defects. */
function failure(error: unknown): GitReply {
  const { message } = error as Error
  const shown = error instanceof GitProblem ? message : `The repository cannot be read: ${message}`
  return { kind: 'failed', reason: 'query', position: null, message: shown.slice(0, 2000) }
}
