import { queryOptions } from '@tanstack/react-query'
import { type GitSyncSettings, getGitSync, type saveGitSync } from '#shared/git-sync/git-sync-api.ts'
import type { BodyOf, ReplyOf } from '#shared/http/endpoint.ts'
import { call } from '#web/api/call.ts'

export type GitSyncState = ReplyOf<typeof getGitSync>
export type GitSyncValues = BodyOf<typeof saveGitSync>

const busyMilliseconds = 1500
const idleMilliseconds = 20_000

export const isOpen = (state: GitSyncState | undefined): boolean =>
  state?.runs.some((run) => run.state === 'waiting' || run.state === 'running') ?? false

export const gitSyncQuery = queryOptions({
  queryKey: ['git-sync'],
  queryFn: ({ signal }) => call(getGitSync, { signal }),
  refetchInterval: ({ state }) => (isOpen(state.data) ? busyMilliseconds : idleMilliseconds),
})

const nothing: GitSyncValues = {
  ...{ remote: 'https', url: '', branch: 'main', folder: '', username: '', host_key: '', ca: '' },
  ...{ minutes: 15, archives_removed: false, with_groups: false, data_sources: {}, file_url: '' },
}

/** What the form begins with; stored secrets are not shown. */
export function valuesOf(stored: GitSyncSettings | undefined): GitSyncValues {
  if (stored === undefined) return nothing
  const { has_token: _, has_private_key: __, has_webhook_secret: ___, user: ____, ...values } = stored
  return values
}

/** `Shop = Shop of production`, one a line. */
export function sourcesText(sources: GitSyncValues['data_sources']): string {
  return Object.entries(sources)
    .map(([name, here]) => `${name} = ${here}`)
    .join('\n')
}

export function readSources(text: string): GitSyncValues['data_sources'] {
  const pairs = text.split('\n').flatMap((line) => {
    const at = line.indexOf('=')
    const [name, here] = [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    return at < 0 || name === '' || here === '' ? [] : [[name, here] as const]
  })
  return Object.fromEntries(pairs)
}
