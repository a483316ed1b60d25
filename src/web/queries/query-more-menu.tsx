import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconCode,
  IconDots,
  IconEyeCheck,
  IconEyeOff,
  IconKey,
  IconTable,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { archiveQuery } from '#shared/queries/queries-api.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useClientConfig, usePermission } from '#web/app/use-session.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/toast.tsx'
import classes from './query-header.module.css'
import { publishWords, unpublishWords } from './query-words.ts'
import type { QueryDraft } from './use-query-draft.ts'

const ApiKeyDialog = lazy(() =>
  import('./api-key-dialog.tsx').then((module) => ({ default: module.ApiKeyDialog })),
)

/** What is rarely done with a query. On narrow screens also what stands beside the menu elsewhere. */
export function QueryMoreMenu({ draft, isSourcePage }: { draft: QueryDraft; isSourcePage: boolean }) {
  const { query } = draft
  const { disablePublicUrls } = useClientConfig()
  const maySeeSource = usePermission('view_source')
  const [isOpen, setIsOpen] = useState(false)
  const [isKeyShown, setIsKeyShown] = useState(false)
  const mayShowKey = !disablePublicUrls && query.api_key !== null
  // archiving and its undoing; publishing comes with both
  const hasOwnItems = query.can_edit || mayShowKey
  if (query.id === null || !(hasOwnItems || maySeeSource)) return null
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
          <Tooltip label="More actions" disabled={isOpen}>
            <ActionIcon
              variant="default"
              size={30}
              aria-label="More actions"
              className={hasOwnItems ? undefined : classes.narrow}
            >
              <IconDots size={16} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          {maySeeSource && <OtherPageItem queryId={query.id} isSourcePage={isSourcePage} />}
          <StateItems draft={draft} />
          {mayShowKey && (
            <Menu.Item leftSection={<IconKey size={16} />} onClick={() => setIsKeyShown(true)}>
              Show API Key
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {query.api_key !== null && isKeyShown && (
        <Suspense>
          <ApiKeyDialog queryId={query.id} apiKey={query.api_key} onClose={() => setIsKeyShown(false)} />
        </Suspense>
      )}
    </>
  )
}

/** On narrow screens, where the button beside the menu has no room. */
function OtherPageItem({ queryId, isSourcePage }: { queryId: number; isSourcePage: boolean }) {
  return (
    <Menu.Item
      className={classes.narrow}
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
      {isSourcePage ? 'Show Results Only' : 'Edit Source'}
    </Menu.Item>
  )
}

/** Publish or unpublish, archive or unarchive. */
function StateItems({ draft }: { draft: QueryDraft }) {
  const { can_edit, is_archived, is_draft } = draft.query
  if (!can_edit) return null
  if (is_archived) {
    return (
      <Menu.Item
        leftSection={<IconArchiveOff size={16} />}
        onClick={() => void draft.saveField({ is_archived: false })}
      >
        Unarchive
      </Menu.Item>
    )
  }
  return (
    <>
      <Menu.Item
        leftSection={is_draft ? <IconEyeCheck size={16} /> : <IconEyeOff size={16} />}
        onClick={() =>
          void draft.saveField({ is_draft: !is_draft }, is_draft ? publishWords : unpublishWords)
        }
      >
        {is_draft ? 'Publish' : 'Unpublish'}
      </Menu.Item>
      <Menu.Item leftSection={<IconArchive size={16} />} onClick={() => void archive(draft)}>
        Archive
      </Menu.Item>
    </>
  )
}

async function archive(draft: QueryDraft): Promise<void> {
  const { id, name } = draft.query
  if (id === null) return
  const isSure = await confirm({
    title: 'Archive Query',
    message: (
      <>
        <p>Are you sure you want to archive the query “{name}”?</p>
        <p>It leaves the lists and its refresh schedule is cleared. Unarchive brings it back.</p>
      </>
    ),
    confirmLabel: 'Archive',
    danger: true,
  })
  if (!isSure) return
  try {
    await call(archiveQuery, { params: { id } })
    // archiving is a save of its own; one that somebody else made in between still counts as a conflict
    const { version } = draft.query
    draft.adopt({ is_archived: true, schedule: null, version: version === null ? null : version + 1 })
  } catch (error) {
    const reason = error instanceof ApiError ? messageOf(error, '') : ''
    notify.error(reason, { title: 'Query could not be archived.' })
  }
}
