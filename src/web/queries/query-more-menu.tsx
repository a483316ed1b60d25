import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { lazy } from '#web/ui/lazy.ts'
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

/** What is rarely done with a query. On narrow screens also what stands beside the menu elsewhere. */
export function QueryMoreMenu({ draft, rights, isSourcePage }: QueryMoreMenuProps) {
  const { id } = draft.query
  const [isOpen, setIsOpen] = useState(false)
  const [dialog, setDialog] = useState<QueryDialog | null>(null)
  const hasOwnItems = hasItems(rights)
  if (id === null || !(hasOwnItems || rights.maySeeSource)) return null
  return (
    <>
      <Menu
        position="bottom-end"
        withinPortal={false}
        floatingStrategy="fixed"
        opened={isOpen}
        onChange={setIsOpen}
      >
        <Menu.Target>
          <Tooltip label={t('More actions')} disabled={isOpen}>
            <ActionIcon
              variant="default"
              size={30}
              aria-label={t('More actions')}
              onPointerEnter={() => void loadItems()}
              onFocus={() => void loadItems()}
              className={hasOwnItems ? undefined : classes.narrow}
            >
              <IconDots size={16} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Suspense>
            <QueryMenuItems
              queryId={id}
              draft={draft}
              rights={rights}
              isSourcePage={isSourcePage}
              onDialog={setDialog}
            />
          </Suspense>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {dialog !== null && (
          <QueryDialogs dialog={dialog} draft={draft} rights={rights} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </>
  )
}

/** The link to the other page stands beside the menu where there is room. */
function hasItems(rights: QueryRights): boolean {
  const { mayFork, maySeeHistory, mayShowApiKey, mayManagePermissions, mayPublish } = rights
  return [mayFork, maySeeHistory, mayShowApiKey, mayManagePermissions, mayPublish].includes(true)
}
