import type { Config } from './config.ts'
import type { SettingKind } from './setting-kinds.ts'

/** One setting: the only place where its variable, schema, default and description stand. */
export interface Setting<T> {
  env: string
  kind: SettingKind<NonNullable<T>>
  default: T | ((earlier: { dataDir: string }) => T)
  /** how the documentation words a default that has no fixed text */
  defaultText?: string
  /** one sentence for docs/settings.md */
  about: string
  /** never printed in messages */
  secret?: boolean
  /** last step after parsing, such as making a path absolute */
  complete?: (value: NonNullable<T>) => T
}

export type Settings = { readonly [K in Exclude<keyof Config, 'version'>]: Setting<Config[K]> }

export const minute = 60
export const hour = 60 * minute
export const day = 24 * hour
