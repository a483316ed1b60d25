import { Text } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { authorOf, versionPhrase } from './version-words.ts'
import type { ListedVersion } from './versioned.ts'

interface RestoreQuestion {
  /** name of the restored object */
  name: string
  version: ListedVersion
  formatDate(date: string): string
  /** a sentence: what will change */
  becomes: string
  hasUnsavedChanges: boolean
}

export function confirmRestore(question: RestoreQuestion): Promise<boolean> {
  const { name, version, formatDate, becomes, hasUnsavedChanges } = question
  return confirm({
    title: t('Restore Version'),
    message: (
      <>
        <Text style={{ overflowWrap: 'anywhere' }}>
          {t('Are you sure you want to restore “{name}” to {version} by {author} of {date}?', {
            name,
            version: versionPhrase(version),
            author: authorOf(version),
            date: formatDate(version.created_at),
          })}
        </Text>
        <Text mt="xs">{becomes}</Text>
        {hasUnsavedChanges && <Text mt="xs">{t('The changes that you have not saved are lost.')}</Text>}
      </>
    ),
    confirmLabel: t('Restore'),
    danger: true,
  })
}
