import { t } from '#shared/messages/translate.ts'
import type { ListedVersion } from './versioned.ts'

const kinds: Readonly<Record<ListedVersion['kind'], string>> = {
  created: t('Created'),
  saved: t('Saved'),
  visualization: t('Saved'),
  widgets: t('Saved'),
  restored: t('Restored'),
  refused: t('Not saved: another user had saved'),
}

export function kindInWords(kind: ListedVersion['kind']): string {
  return kinds[kind]
}

/** `Text, tags`, in the order of `fields`; null if no change is known. */
export function changedInWords(
  changed: readonly string[],
  fields: Readonly<Record<string, string>>,
): string | null {
  if (changed.length === 0) return null
  const order = Object.keys(fields)
  const words = [...changed]
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((field) => fields[field] ?? field)
    .join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A refused save has no version number of its own, and widgets do not increase a dashboard's version. */
export function versionTitle({ kind, version }: Pick<ListedVersion, 'kind' | 'version'>): string {
  if (kind === 'refused') return t('Refused save')
  return kind === 'widgets' ? t('Widget changes') : t('Version {version}', { version })
}

/** For use in a sentence: `version 3`, `the refused save`. */
export function versionPhrase(version: Pick<ListedVersion, 'kind' | 'version'>): string {
  if (version.kind === 'refused') return t('the refused save')
  return version.kind === 'widgets'
    ? t('the widget changes')
    : t('version {version}', { version: version.version })
}

export function authorOf({ user }: Pick<ListedVersion, 'user'>): string {
  return user?.name ?? t('a former user')
}

/** The version that this one changed, in a list with the newest first; refused saves are skipped. */
export function versionBefore<V extends Pick<ListedVersion, 'id' | 'kind'>>(
  versions: readonly V[],
  id: number,
): V | undefined {
  return versions.find((one) => one.id < id && one.kind !== 'refused')
}
