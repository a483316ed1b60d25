import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { makeTestCertificate } from './certificates.ts'

const run = promisify(execFile)

/** Without the settings of the machine, and as a fixed author. */
const environment = {
  ...{ PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' },
  ...{ GIT_AUTHOR_NAME: 'Grace Hopper', GIT_AUTHOR_EMAIL: 'grace@example.com' },
  ...{ GIT_COMMITTER_NAME: 'Grace Hopper', GIT_COMMITTER_EMAIL: 'grace@example.com' },
}

export interface TestRepository {
  /** the bare repository */
  path: string
  git(...args: string[]): Promise<string>
  /** writes files (null: removes them) and pushes a commit to `main`; returns the commit */
  commit(files: Readonly<Record<string, string | null>>, message?: string): Promise<string>
  remove(): Promise<void>
}

/** A bare repository, and a working tree that pushes to it: by the real git. */
export async function makeRepository(): Promise<TestRepository> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-test-git-'))
  const [path, tree] = [join(folder, 'content.git'), join(folder, 'tree')]
  const git = async (...args: string[]) =>
    (await run('git', args, { cwd: tree, env: environment })).stdout.trim()
  await run('git', ['init', '--quiet', '--bare', '--initial-branch=main', path], { env: environment })
  await run('git', ['clone', '--quiet', path, tree], { env: environment })
  await git('checkout', '--quiet', '-B', 'main')
  return {
    ...{ path, git },
    async commit(files, message = 'Change the content') {
      for (const [name, text] of Object.entries(files)) {
        await mkdir(dirname(join(tree, name)), { recursive: true })
        if (text === null) await rm(join(tree, name))
        else await writeFile(join(tree, name), text)
      }
      await git('add', '--all')
      await git('commit', '--quiet', '--message', message)
      await git('push', '--quiet', 'origin', 'main')
      return await git('rev-parse', 'HEAD')
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

export interface TestGitServer {
  /** of a repository below the root */
  urlOf(path: string): string
  token: string
  certificate: string
  stop(): Promise<void>
}

/** git http-backend behind HTTPS, with basic authentication by a token. */
export async function startGitServer(): Promise<TestGitServer> {
  const tls = await makeTestCertificate()
  const token = 'a-token-that-is-secret'
  const server = createServer({ cert: tls.certificate, key: tls.key }, (request, reply) => {
    const login = Buffer.from((request.headers.authorization ?? '').slice(6), 'base64').toString()
    if (login.split(':')[1] !== token) return void reply.writeHead(401).end()
    const { pathname, search } = new URL(request.url ?? '', 'https://localhost')
    const backend = spawn('git', ['http-backend'], {
      env: {
        ...environment,
        ...{ GIT_PROJECT_ROOT: '/', GIT_HTTP_EXPORT_ALL: '1', PATH_INFO: pathname },
        ...{ QUERY_STRING: search.slice(1), REQUEST_METHOD: request.method },
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        ...{ REMOTE_USER: 'sextant', REMOTE_ADDR: '127.0.0.1' },
      },
    })
    request.pipe(backend.stdin)
    const parts: Buffer[] = []
    backend.stdout.on('data', (part: Buffer) => parts.push(part))
    backend.on('close', () => {
      const all = Buffer.concat(parts)
      const end = all.indexOf('\r\n\r\n')
      const lines = all.subarray(0, end).toString().split('\r\n')
      const headers = lines.map((line) => line.split(': ') as [string, string])
      const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200'
      reply.writeHead(Number.parseInt(status, 10), Object.fromEntries(headers)).end(all.subarray(end + 4))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...{ token, certificate: tls.certificate },
    urlOf: (path) => `https://localhost:${port}${path}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await tls.remove()
    },
  }
}
