import { type Static, Type } from 'typebox'
import { ContentResult } from '../content/content-api.ts'
import { contentKinds } from '../content/content-objects.ts'
import { endpoint } from '../http/endpoint.ts'
import { Id, Nullable, Timestamp } from '../http/schemas.ts'

const remotes = ['https', 'ssh', 'local'] as const
const text = (maxLength: number) => Type.String({ maxLength })

const fields = {
  /** `local`: a repository in one of the folders of SEXTANT_GIT_FOLDERS */
  remote: Type.Enum([...remotes]),
  url: Type.String({ minLength: 1, maxLength: 2000 }),
  branch: Type.String({ minLength: 1, maxLength: 255 }),
  /** of the content in the repository; '' for its root */
  folder: text(500),
  /** of HTTPS; '' for `git` */
  username: text(255),
  /** of SSH: fingerprints or public keys of the server */
  host_key: text(5000),
  /** of HTTPS: certificates in PEM, if the server's is not signed by a public authority */
  ca: text(100_000),
  /** null: not by itself */
  minutes: Nullable(Type.Integer({ minimum: 1, maximum: 10_080 })),
  /** whether content whose files are gone is archived; otherwise it stays, and is no longer from git */
  archives_removed: Type.Boolean(),
  /** whether files of groups are brought: they say which data sources a group reads */
  with_groups: Type.Boolean(),
  /** name of a data source in the files -> its name here */
  data_sources: Type.Record(Type.String(), text(255)),
  /** where a person sees a file: {commit} and {path} are replaced; '' for nowhere */
  file_url: text(2000),
}

export const GitSyncSettings = Type.Object({
  ...fields,
  has_token: Type.Boolean(),
  has_private_key: Type.Boolean(),
  has_webhook_secret: Type.Boolean(),
  /** with whose rights it works */
  user: Type.Object({ id: Id, name: Type.String() }),
})
export type GitSyncSettings = Static<typeof GitSyncSettings>

export const GitSyncRun = Type.Object({
  id: Type.Integer(),
  /** it only tells what a sync would do */
  is_plan: Type.Boolean(),
  overwrites: Type.Boolean(),
  cause: Type.Enum(['person', 'schedule', 'webhook']),
  asked_by: Nullable(Type.String()),
  /** `refused`: files or conflicts are in the way, and nothing was written */
  state: Type.Enum(['waiting', 'running', 'done', 'refused', 'failed']),
  asked_at: Timestamp,
  ended_at: Nullable(Timestamp),
  commit: Nullable(Type.String()),
  author: Nullable(Type.String()),
  subject: Nullable(Type.String()),
  /** what is not as it was, or is in the way; the first ones */
  results: Type.Array(ContentResult),
  error: Nullable(Type.String()),
})
export type GitSyncRun = Static<typeof GitSyncRun>

const Detached = Type.Object({
  kind: Type.Enum(contentKinds.filter((kind) => kind !== 'group')),
  /** its uuid */
  id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
})

/** The settings, the last runs and what is detached. Not in Redash. */
export const getGitSync = endpoint({
  method: 'GET',
  path: '/api/git-sync',
  access: ['admin'],
  reply: Type.Object({
    /** absent: there is no git sync */
    settings: Type.Optional(GitSyncSettings),
    /** when the schedule brings it next; null: it does not */
    next_at: Nullable(Timestamp),
    runs: Type.Array(GitSyncRun),
    detached: Type.Array(Type.Object({ ...Detached.properties, name: Type.String() })),
  }),
})

const secret = (maxLength: number) => Type.Optional(text(maxLength))

/** A secret that is not sent stays, unless the address changes; '' removes it. */
export const saveGitSync = endpoint({
  method: 'POST',
  path: '/api/git-sync',
  access: ['admin'],
  unknownKeys: 'refuse',
  body: Type.Object({
    ...fields,
    token: secret(1000),
    private_key: secret(20_000),
    passphrase: secret(1000),
    webhook_secret: secret(255),
  }),
  reply: Type.Object({ settings: GitSyncSettings }),
})

/** Ends the sync: what it has brought stays, and is changed here again. */
export const deleteGitSync = endpoint({
  method: 'DELETE',
  path: '/api/git-sync',
  access: ['admin'],
  reply: Type.Null(),
})

export const startGitSync = endpoint({
  method: 'POST',
  path: '/api/git-sync/runs',
  access: ['admin'],
  unknownKeys: 'refuse',
  body: Type.Object({ is_plan: Type.Boolean(), overwrites: Type.Optional(Type.Boolean()) }),
  reply: Type.Object({ run_id: Type.Integer() }),
  errors: ['git_sync.busy'],
})

/** From now on this is changed here: a sync leaves it alone. */
export const detachFromGit = endpoint({
  method: 'POST',
  path: '/api/git-sync/detached',
  access: ['admin'],
  unknownKeys: 'refuse',
  body: Type.Object({ kind: Detached.properties.kind, id: Id }),
  reply: Type.Null(),
})

/** The next sync brings it again. */
export const attachToGit = endpoint({
  method: 'DELETE',
  path: '/api/git-sync/detached/:kind/:id',
  access: ['admin'],
  params: Detached,
  reply: Type.Null(),
})

/**
 * Called by the server of the repository after a push. The body is signed with the secret of the webhook
 * (`X-Hub-Signature-256` or `X-Gitea-Signature`), or the secret itself is sent (`X-Gitlab-Token`).
 */
export const gitWebhook = endpoint({
  method: 'POST',
  path: '/api/git-sync/webhook',
  access: 'anyone',
  bodyMedia: 'application/json',
  reply: Type.Object({ message: Type.String() }),
  // without the secret, or while no repository is set up
  errors: ['auth.required'],
})
