import { realpath } from 'node:fs/promises'
import { isAbsolute, resolve, sep } from 'node:path'
import type { Db, Secrets, ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { GitSyncSettings, saveGitSync } from '#shared/git-sync/git-sync-api.ts'
import type { BodyOf } from '#shared/http/endpoint.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import { findSync, putSync, type StoredSync } from './git-sync-store.ts'
import type { GitPlace } from './repository/ask-repository.ts'
import { GitProblem } from './repository/git-problem.ts'
import { readSshUrl } from './repository/ssh-transport.ts'

type Body = BodyOf<typeof saveGitSync>

/** Stored sealed. */
export interface SyncSecrets {
  token: string
  private_key: string
  passphrase: string
  webhook_secret: string
}

const noSecrets: SyncSecrets = { token: '', private_key: '', passphrase: '', webhook_secret: '' }

export function unsealSync(secrets: Secrets, { encrypted_options }: StoredSync): SyncSecrets {
  return { ...noSecrets, ...secrets.unseal(encrypted_options) }
}

/** A secret that the form leaves out stays stored, but only for the server that it was entered for. Throws request.invalid. */
export async function saveSync(
  { db, secrets, config }: Pick<ServerContext, 'db' | 'secrets' | 'config'>,
  { org_id, user_id }: { org_id: number; user_id: number },
  { token, private_key, passphrase, webhook_secret, ...values }: Body,
): Promise<void> {
  await requireUsable(values, config.gitFolders)
  const stored = await findSync(db, org_id)
  const kept = stored === null ? noSecrets : unsealSync(secrets, stored)
  const isSameServer =
    stored !== null && stored.remote === values.remote && originOf(stored) === originOf(values)
  const keptThere = isSameServer ? kept : { ...noSecrets, webhook_secret: kept.webhook_secret }
  const given = { token, private_key, passphrase, webhook_secret }
  const sealed: SyncSecrets = { ...keptThere, ...withoutMissing(given) }
  if (values.remote === 'ssh' && sealed.private_key === '')
    throw invalid('private_key', phrase('private_key: the SSH server asks for one.'))
  await putSync(db, org_id, { ...values, user_id, encrypted_options: secrets.seal(sealed) })
}

const withoutMissing = (given: { [Name in keyof SyncSecrets]?: string | undefined }): Partial<SyncSecrets> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

function originOf({ remote, url }: Pick<StoredSync, 'remote' | 'url'>): string {
  if (remote === 'https') return URL.canParse(url) ? new URL(url).origin : ''
  const target = remote === 'ssh' ? readSshUrl(url) : null
  return target === null ? '' : `${target.user}@${target.host}:${target.port}`
}

function invalid(field: string, reason: Phrase) {
  return refuse('request.invalid', { field, reason })
}

const branchName = /^(?!.*(?:\.\.|\/\/|@\{|\.lock$|\/$|\.$))[^-./\s~^:?*[\\][^\s~^:?*[\\]*$/

/** Throws request.invalid, which names the field. */
async function requireUsable(
  { remote, url, branch, folder, host_key, file_url }: Omit<Body, keyof SyncSecrets>,
  folders: readonly string[],
): Promise<void> {
  if (!branchName.test(branch)) throw invalid('branch', phrase('branch: this is not the name of a branch.'))
  const parts = folder.split('/')
  if (folder !== '' && parts.some((part) => part === '' || part === '.' || part === '..'))
    throw invalid('folder', phrase('folder: write it as "analytics/content", without a slash at its ends.'))
  if (file_url !== '' && !/^https?:\/\//.test(file_url))
    throw invalid('file_url', phrase('file_url: must begin with http:// or https://.'))
  if (remote === 'local') await requireAllowedFolder(url, folders)
  if (remote === 'ssh' && readSshUrl(url) === null)
    throw invalid('url', phrase('url: write it as ssh://git@host/path or git@host:path.'))
  if (remote === 'ssh' && host_key.trim() === '')
    throw invalid('host_key', phrase('host_key: enter the fingerprint or the public key of the SSH server.'))
  if (remote !== 'https') return
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed?.protocol !== 'https:' || parsed.hostname === '')
    throw invalid('url', phrase('url: must begin with https://.'))
  if (parsed.username !== '' || parsed.password !== '')
    throw invalid('url', phrase('url: enter the token in its own field.'))
  if (parsed.search !== '' || parsed.hash !== '')
    throw invalid('url', phrase('url: must end with the path of the repository.'))
}

async function requireAllowedFolder(path: string, folders: readonly string[]): Promise<void> {
  try {
    await allowedFolder(path, folders)
  } catch (error) {
    if (!(error instanceof GitProblem)) throw error
    throw invalid('url', phrase('url: {reason}', { reason: error.message }))
  }
}

/** The real path of a local repository. Throws GitProblem. */
async function allowedFolder(path: string, folders: readonly string[]): Promise<string> {
  const outside = new GitProblem(
    `the folder must be in one that SEXTANT_GIT_FOLDERS names (${folders.join(', ') || 'none'}).`,
  )
  if (!isAbsolute(path) || path.includes('\0')) throw outside
  const isIn = (one: string, roots: readonly string[]) =>
    roots.some((root) => one === root || one.startsWith(root + sep))
  // the message must not reveal whether other folders exist
  if (
    !isIn(
      resolve(path),
      folders.map((folder) => resolve(folder)),
    )
  )
    throw outside
  const real = await realpath(path).catch(() => null)
  if (real === null) throw new GitProblem(`there is no folder ${path}.`)
  const roots = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)))
  if (!isIn(real, roots)) throw outside
  return real
}

/** Throws GitProblem. */
export async function placeOf(
  { secrets, config }: Pick<ServerContext, 'secrets' | 'config'>,
  sync: StoredSync,
): Promise<GitPlace> {
  const { remote, url, username, ca, host_key } = sync
  if (remote === 'local') return { kind: 'local', path: await allowedFolder(url, config.gitFolders) }
  const { token, private_key, passphrase } = unsealSync(secrets, sync)
  return { kind: remote, url, username, ca, token, passphrase, privateKey: private_key, hostKey: host_key }
}

export async function presentSync(
  { db, secrets }: { db: Db; secrets: Secrets },
  orgId: number,
): Promise<GitSyncSettings | null> {
  const stored = await findSync(db, orgId)
  if (stored === null) return null
  const { token, private_key, webhook_secret } = unsealSync(secrets, stored)
  const {
    user_id,
    user_name,
    encrypted_options: _,
    org_id: __,
    updated_at: ___,
    commit: ____,
    user_email: _____,
    ...shown
  } = stored
  return {
    ...shown,
    has_token: token !== '',
    has_private_key: private_key !== '',
    has_webhook_secret: webhook_secret !== '',
    user: { id: user_id, name: user_name },
  }
}
