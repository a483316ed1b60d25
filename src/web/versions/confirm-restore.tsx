import { Text } from '@mantine/core'
import { confirm } from '#web/ui/confirm.tsx'
import { authorOf, versionPhrase } from './version-words.ts'
import type { ListedVersion } from './versioned.ts'

interface RestoreQuestion {
  /** of what is restored */
  name: string
  version: ListedVersion
  formatDate(date: string): string
  /** what of it changes */
  becomes: string
  hasUnsavedChanges: boolean
}

export function confirmRestore(question: RestoreQuestion): Promise<boolean> {
  const { name, version, formatDate, becomes, hasUnsavedChanges } = question
  return confirm({
    title: 'Restore Version',
    message: (
      <>
        <Text style={{ overflowWrap: 'anywhere' }}>
          Are you sure you want to restore “{name}” to {versionPhrase(version)} by {authorOf(version)} of{' '}
          {formatDate(version.created_at)}?
        </Text>
        <Text mt="xs">{becomes} become what they were then. What is stored now stays in the history.</Text>
        {hasUnsavedChanges && <Text mt="xs">The changes that you have not saved are lost.</Text>}
      </>
    ),
    confirmLabel: 'Restore',
    danger: true,
  })
}
