import { Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCode, IconGitFork, IconHistory, IconKey, IconTable, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import { type StateChange, StateItems } from '#web/ui/state-items.tsx'
import { useHistoryAddress } from '#web/versions/history-address.ts'
import { archive, fork } from './query-acts.tsx'
import type { QueryDialog } from './query-dialogs.tsx'
import type { QueryRights } from './query-rights.ts'
import { publishWords, unpublishWords } from './query-words.ts'
import type { QueryDraft } from './use-query-draft.ts'

interface QueryMenuItemsProps {
  queryId: number
  draft: QueryDraft
  rights: QueryRights
  isSourcePage: boolean
  onDialog(dialog: QueryDialog): void
}

/** The actions that the viewer may take on the query (docs/reference/screens.md#query-rights). */
export function QueryMenuItems({ queryId, draft, rights, isSourcePage, onDialog }: QueryMenuItemsProps) {
  return (
    <>
      {rights.maySeeSource && <OtherPageItem queryId={queryId} isSourcePage={isSourcePage} />}
      {rights.mayFork && (
        <Menu.Item leftSection={<IconGitFork size={16} />} onClick={() => void fork(queryId)}>
          {t('Fork')}
        </Menu.Item>
      )}
      {rights.maySeeHistory && <HistoryItem />}
      {rights.mayShowApiKey && (
        <Menu.Item leftSection={<IconKey size={16} />} onClick={() => onDialog('api-key')}>
          {t('Show API Key')}
        </Menu.Item>
      )}
      {rights.mayManagePermissions && (
        <Menu.Item leftSection={<IconUsers size={16} />} onClick={() => onDialog('permissions')}>
          {t('Manage Permissions')}
        </Menu.Item>
      )}
      <StateItems
        isDraft={draft.query.is_draft}
        rights={rights}
        save={(change) => draft.saveField(change, wordsOf(change))}
        onArchive={() => void archive(draft)}
      />
    </>
  )
}

/**
 * On narrow screens, where the button does not fit beside the menu. Hiding it by style would let it catch arrow keys.
 */
function OtherPageItem({ queryId, isSourcePage }: { queryId: number; isSourcePage: boolean }) {
  const isNarrow = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  if (!isNarrow) return null
  return (
    <Menu.Item
      renderRoot={(props) => (
        <Link
          to={isSourcePage ? '/queries/$queryId' : '/queries/$queryId/source'}
          params={{ queryId }}
          search={true}
          hash={true}
          {...props}
        />
      )}
      leftSection={isSourcePage ? <IconTable size={16} /> : <IconCode size={16} />}
    >
      {isSourcePage ? t('Show Results Only') : t('Edit Source')}
    </Menu.Item>
  )
}

function HistoryItem() {
  const history = useHistoryAddress()
  return (
    <Menu.Item
      leftSection={<IconHistory size={16} />}
      onClick={() => history.show({ versionId: null, againstId: null })}
    >
      {t('Version history')}
    </Menu.Item>
  )
}

function wordsOf({ is_draft }: StateChange) {
  if (is_draft === undefined) return undefined
  return is_draft ? unpublishWords : publishWords
}
