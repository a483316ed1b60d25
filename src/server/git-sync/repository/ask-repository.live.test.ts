import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  makeRepository,
  startGitServer,
  type TestGitServer,
  type TestRepository,
} from '#test/live/git-servers.ts'
import { startSshd, type TestSshd } from '#test/live/sshd.ts'
import { type GitPlace, readRepository } from './ask-repository.ts'
import type { GitRemote } from './git-transport.ts'

let repository: TestRepository
let server: TestGitServer
let sshd: TestSshd
let commit: string
beforeAll(async () => {
  ;[repository, server, sshd] = await Promise.all([makeRepository(), startGitServer(), startSshd()])
  const outside = { 'README.md': 'not content', 'team/snippets/a.yaml': 'trigger: a\n' }
  commit = await repository.commit({ ...outside, 'team/queries/q/query.sql': 'select 1\n' }, 'Begin')
})
afterAll(async () => {
  await Promise.all([repository.remove(), server.stop(), sshd.stop()])
})

const nothing = { username: '', token: '', ca: '', privateKey: '', passphrase: '', hostKey: '' }
const overHttps = (): GitRemote => ({
  ...{ ...nothing, kind: 'https', url: server.urlOf(repository.path) },
  ...{ token: server.token, ca: server.certificate },
})
const overSsh = (): GitRemote => ({
  ...{ ...nothing, kind: 'ssh', url: `ssh://${sshd.user}@127.0.0.1:${sshd.port}${repository.path}` },
  ...{ privateKey: sshd.key, hostKey: sshd.fingerprint },
})
const places: Record<string, () => GitPlace> = {
  https: overHttps,
  ssh: overSsh,
  local: () => ({ kind: 'local', path: repository.path }),
}

const read = (place: GitPlace, more: { branch?: string; folder?: string; known?: string } = {}) =>
  readRepository(place, 'test', { branch: 'main', folder: 'team', known: null, ...more })
const textsOf = (files: ReadonlyMap<string, Uint8Array> | null) =>
  Object.fromEntries([...(files ?? [])].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]))

describe.each(Object.keys(places))('a repository over %s', (kind) => {
  const place = () => places[kind]?.() ?? overHttps()

  it('is read at the newest commit of the branch, in its folder, and not again', async () => {
    const found = await read(place())
    expect(found).toMatchObject({ commit, author: 'Grace Hopper', subject: 'Begin' })
    expect(textsOf(found.files)).toEqual({
      'snippets/a.yaml': 'trigger: a\n',
      'queries/q/query.sql': 'select 1\n',
    })
    expect(await read(place(), { known: commit })).toMatchObject({ commit, files: null })
  })

  it('says which branch or folder is missing', async () => {
    await expect(read(place(), { branch: '--upload-pack=touch' })).rejects.toThrow(
      'The repository has no branch "--upload-pack=touch".',
    )
    await expect(read(place(), { folder: 'nowhere' })).rejects.toThrow('has no folder "nowhere"')
  })
})

it('refuses a wrong token, another host key and another private key, and tells no secret', async () => {
  await expect(read({ ...overHttps(), token: 'wrong' })).rejects.toThrow('refused the token (status 401)')
  await expect(read({ ...overHttps(), ca: '' })).rejects.toThrow('cannot be reached')
  await expect(read({ ...overSsh(), hostKey: 'SHA256:other' })).rejects.toThrow(
    `does not have the host key that is stored, but ${sshd.fingerprint}`,
  )
  await expect(read({ ...overSsh(), privateKey: 'none' })).rejects.toThrow('private key cannot be read')
  await expect(read({ ...overHttps(), url: 'https://169.254.169.254/x' })).rejects.toThrow('metadata service')
  await expect(read({ ...overSsh(), url: 'ssh://169.254.169.254/x' })).rejects.toThrow('metadata service')
})

it('leaves links and submodules alone, and follows no path out of the repository', async () => {
  const hostile = await makeRepository()
  try {
    await hostile.commit({ 'queries/q/query.sql': 'select 1\n' })
    const tree = await hostile.git('rev-parse', '--show-toplevel')
    await symlink('/etc/passwd', join(tree, 'queries/q/query.yaml'))
    await symlink('/etc', join(tree, 'snippets'))
    const head = await hostile.git('rev-parse', 'HEAD')
    await hostile.git('update-index', '--add', '--cacheinfo', `160000,${head},dashboards`)
    await hostile.git('add', 'queries', 'snippets')
    await hostile.git('commit', '--quiet', '--message', 'Lead out')
    await hostile.git('push', '--quiet', 'origin', 'main')
    const found = await read({ ...overHttps(), url: server.urlOf(hostile.path) }, { folder: '' })
    expect(textsOf(found.files)).toEqual({ 'queries/q/query.sql': 'select 1\n' })
  } finally {
    await hostile.remove()
  }
})
