import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { IconMenu } from '#web/ui/icon-menu.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import { OpeningMenu } from '#web/ui/opening.tsx'
import type { QueryDialog } from './query-dialogs.tsx'
import classes from './query-header.module.css'
import type { QueryRights } from './query-rights.ts'
import type { QueryDraft } from './use-query-draft.ts'

const loadItems = () => import('./query-menu-items.tsx')
const QueryMenuItems = lazy(() => loadItems().then((module) => ({ default: module.QueryMenuItems })))
const QueryDialogs = lazy(() =>
  import('./query-dialogs.tsx').then((module) => ({ default: module.QueryDialogs })),
)

interface QueryMoreMenuProps {
  draft: QueryDraft
  rights: QueryRights
  isSourcePage: boolean
}

/** The rarer actions on a query; on narrow screens also those that are otherwise beside the menu. */
export function QueryMoreMenu({ draft, rights, isSourcePage }: QueryMoreMenuProps) {
  const { id } = draft.query
  const [dialog, setDialog] = useState<QueryDialog | null>(null)
  const hasOwnItems = hasItems(rights)
  if (id === null || !(hasOwnItems || rights.maySeeSource)) return null
  return (
    <>
      <IconMenu
        label={t('More actions')}
        icon={<IconDots size={16} />}
        variant="default"
        size={30}
        isInPlace
        onNear={() => void loadItems()}
        {...(!hasOwnItems && { className: classes.narrow })}
      >
        <OpeningMenu>
          <QueryMenuItems
            queryId={id}
            draft={draft}
            rights={rights}
            isSourcePage={isSourcePage}
            onDialog={setDialog}
          />
        </OpeningMenu>
      </IconMenu>
      <OpeningMenu>
        {dialog !== null && (
          <QueryDialogs dialog={dialog} draft={draft} rights={rights} onClose={() => setDialog(null)} />
        )}
      </OpeningMenu>
    </>
  )
}

/** On wide screens, the link to the other page is beside the menu. */
function hasItems(rights: QueryRights): boolean {
  const { mayFork, maySeeHistory, mayShowApiKey, mayManagePermissions, mayPublish } = rights
  return [mayFork, maySeeHistory, mayShowApiKey, mayManagePermissions, mayPublish].includes(true)
}
