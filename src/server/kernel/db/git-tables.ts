import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { FromGit } from '#shared/content/from-git.ts'
import type { CreatedAt, UpdatedAt } from './columns.ts'

type Json<T> = ColumnType<T, string | undefined, string>

/** A column of content; null: it is not from git. */
export type FromGitColumn = ColumnType<FromGit | null, string | null | undefined, string | null>

/** What files of content last wrote. */
interface ContentPushesTable {
  org_id: number
  kind: string
  /** the uuid of the object, or the name of a group */
  key: string
  /** of the content */
  hash: string
  pushed_at: UpdatedAt
}

export interface GitTables {
  content_pushes: ContentPushesTable
  git_syncs: {
    org_id: number
    remote: 'https' | 'ssh' | 'local'
    url: string
    branch: string
    folder: string
    username: string
    host_key: string
    ca: string
    encrypted_options: Buffer
    minutes: number | null
    archives_removed: boolean
    with_groups: boolean
    data_sources: Json<Record<string, string>>
    file_url: string
    user_id: number
    commit: string | null
    updated_at: UpdatedAt
  }
  git_sync_runs: {
    id: GeneratedAlways<number>
    org_id: number
    is_plan: boolean
    overwrites: boolean
    cause: 'person' | 'schedule' | 'webhook'
    asked_by: number | null
    state: Generated<'waiting' | 'running' | 'done' | 'refused' | 'failed'>
    asked_at: CreatedAt
    started_at: Date | null
    ended_at: Date | null
    commit: string | null
    author: string | null
    subject: string | null
    results: Json<unknown>
    error: string | null
  }
  git_detached: { org_id: number; kind: string; key: string }
}
