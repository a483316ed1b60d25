import type { Snippet } from '#shared/snippets/snippets-api.ts'
import { useCurrentUser, usePermission } from '#web/session/use-session.ts'

/**
 * Only its creator and admins may change and delete a snippet. One from git is changed in its repository
 * (docs/reference/screens-administration.md#snippet-dialog).
 */
export function useMayChangeSnippet(): (snippet: Snippet) => boolean {
  const { id } = useCurrentUser()
  const isAdmin = usePermission('admin')
  return (snippet) => snippet.from_git === undefined && (isAdmin || snippet.user.id === id)
}
