import { type Files, fromFiles, pushAll, type ReadFiles } from '#server/content/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import type { ContentResult } from '#shared/content/content-api.ts'
import { type ContentObject, contentKey } from '#shared/content/content-objects.ts'
import { t } from '#shared/messages/translate.ts'
import type { Actor } from '#shared/permissions/can.ts'
import type { StoredSync } from './git-sync-store.ts'
import { deleteDetached, listDetached, listMarked, type Marked, markedKinds, setMark } from './mark-store.ts'
import type { ReadCommit } from './repository/git-protocol.ts'

type Needs = Pick<ServerContext, 'db' | 'secrets' | 'clock'>

export interface Brought {
  /** everything was written, or would be, if this is only a plan */
  isGood: boolean
  results: ContentResult[]
}

/**
 * Makes the content here equal to the files of a commit: all of it in one transaction, or nothing. Detached content is
 * left alone. `actor` is the user whose rights count.
 */
export async function bringContent(
  needs: Needs,
  sync: StoredSync,
  actor: Actor,
  read: ReadCommit,
  { isPlan, overwrites }: { isPlan: boolean; overwrites: boolean },
): Promise<Brought> {
  const { texts, results: unreadable } = asTexts(read.files ?? new Map())
  const files = fromFiles(texts)
  const broken = [...unreadable, ...problemsOf(files)]
  if (broken.length > 0) return { isGood: false, results: broken }
  const { org_id } = actor
  const detached = new Set((await listDetached(needs.db, org_id)).map(contentKey))
  const wanted = files.filed.filter(
    ({ object }) => !detached.has(contentKey(object)) && (sync.with_groups || object.kind !== 'group'),
  )
  const here = new Set(wanted.map(({ object }) => contentKey(object)))
  const gone = (await listMarked(needs.db, org_id)).filter((marked) => !here.has(contentKey(marked)))
  const { is_applied, results } = await pushAll(
    needs,
    { ...actor, is_git_sync: true },
    {
      ...{ is_dry_run: isPlan, overwrites },
      changes: wanted.map(({ object }) => ({
        base: null,
        object: JSON.stringify(withNamesHere(object, sync)),
      })),
      deletions: sync.archives_removed ? gone.map(({ kind, id }) => ({ kind, id, base: null })) : [],
    },
    async (db, written) => {
      await unmark(db, org_id, gone)
      await mark(db, sync, read.commit, wanted, written)
    },
  )
  return { isGood: is_applied || (isPlan && results.every(({ problem }) => problem === undefined)), results }
}

async function unmark(db: Needs['db'], orgId: number, gone: readonly Marked[]): Promise<void> {
  for (const { kind, id } of gone) {
    await setMark(db, orgId, kind, id, null)
    await deleteDetached(db, orgId, kind, id)
  }
}

/** Content that this commit did not change stays marked with the earlier commit, unless its file has moved. */
async function mark(
  db: Needs['db'],
  sync: StoredSync,
  commit: string,
  wanted: ReadFiles['filed'],
  written: readonly ContentResult[],
): Promise<void> {
  const present = new Map((await listMarked(db, sync.org_id)).map((one) => [contentKey(one), one.from_git]))
  const outcomes = new Map(written.map((one) => [contentKey(one), one.outcome]))
  for (const { object, paths } of wanted) {
    const kind = markedKinds.find((known) => known === object.kind)
    if (kind === undefined) continue
    const path = [sync.folder, paths[0] ?? ''].filter((part) => part !== '').join('/')
    const before = present.get(contentKey(object))
    if (outcomes.get(contentKey(object)) === 'unchanged' && before?.path === path) continue
    await setMark(db, sync.org_id, kind, object.id, { path, commit, url: urlOf(sync, commit, path) })
  }
}

function urlOf({ file_url }: StoredSync, commit: string, path: string): string | null {
  if (file_url === '') return null
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return file_url.replaceAll('{commit}', commit).replaceAll('{path}', encoded)
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A text of a million characters takes at most four megabytes. */
const maxFileBytes = 4_500_000

function asTexts(files: ReadonlyMap<string, Uint8Array>): { texts: Files; results: ContentResult[] } {
  const texts = new Map<string, string>()
  const results: ContentResult[] = []
  for (const [path, bytes] of files) {
    try {
      if (bytes.length > maxFileBytes) results.push(broken(path, t('The file is too large.')))
      else texts.set(path, utf8.decode(bytes))
    } catch {
      results.push(broken(path, t('The file is not UTF-8.')))
    }
  }
  return { texts, results }
}

const problemsOf = ({ problems }: ReadFiles) => problems.map(({ path, problem }) => broken(path, problem))

const broken = (path: string, problem: string): ContentResult => ({
  ...{ kind: 'query', id: '', name: path, outcome: 'refused', problem },
})

/** Data sources may have other names in this instance. */
function withNamesHere(object: ContentObject, { data_sources }: StoredSync): ContentObject {
  const here = (name: string) => (Object.hasOwn(data_sources, name) ? (data_sources[name] ?? name) : name)
  if (object.kind === 'query' && object.data_source !== null)
    return { ...object, data_source: here(object.data_source) }
  if (object.kind !== 'group') return object
  const entries = Object.entries(object.data_sources).map(([name, access]) => [here(name), access] as const)
  return { ...object, data_sources: Object.fromEntries(entries) }
}
