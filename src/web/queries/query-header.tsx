import { Badge, Button, Group } from '@mantine/core'
import { IconCode, IconEyeCheck, IconTable } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { FavoriteStar } from '#web/favorites/favorite-star.tsx'
import { useClientConfig } from '#web/session/use-session.ts'
import { TagsEditor } from '#web/tags/tags-editor.tsx'
import { InlineEdit } from '#web/ui/inline-edit.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import { MoreMenu } from '#web/ui/more-menu.tsx'
import { OpeningMenu } from '#web/ui/opening.tsx'
import type { QueryDialog } from './query-dialogs.tsx'
import classes from './query-header.module.css'
import type { QueryRights } from './query-rights.ts'
import { publishWords } from './query-words.ts'
import type { QueryDraft } from './use-query-draft.ts'

const loadItems = () => import('./query-menu-items.tsx')

const QueryMenuItems = lazy(() => loadItems().then((module) => ({ default: module.QueryMenuItems })))

const QueryDialogs = lazy(() =>
  import('./query-dialogs.tsx').then((module) => ({ default: module.QueryDialogs })),
)

const loadTags = (signal: AbortSignal) =>
  import('./query-tags.ts').then(({ loadQueryTags }) => loadQueryTags(signal))

const FromGitBadge = lazy(() =>
  import('#web/ui/from-git-badge.tsx').then((module) => ({ default: module.FromGitBadge })),
)

interface QueryHeaderProps {
  draft: QueryDraft
  rights: QueryRights
  isSourcePage: boolean
  /** buttons of the page, before the common ones */
  children?: ReactNode
}

/** Name, labels and tags of a query, and actions on it as a whole (docs/reference/screens.md#query-page). */
export function QueryHeader({ draft, rights, isSourcePage, children }: QueryHeaderProps) {
  const { query } = draft
  const { autoPublishNamedQueries } = useClientConfig()
  const publishes = autoPublishNamedQueries && query.is_draft && query.id !== null
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <div className={classes.title}>
          {query.id !== null && <FavoriteStar kind="query" item={{ ...query, id: query.id }} />}
          <div className={classes.nameAndState}>
            <h1 className={classes.name}>
              <InlineEdit
                value={query.name}
                label={t('Query name')}
                isEditable={rights.mayEdit}
                maxLength={255}
                {...(publishes && { hint: t('Naming the query also publishes it.') })}
                className={classes.nameField}
                onDone={(name) => void draft.saveField({ name })}
              />
            </h1>
            <StateLabel isArchived={query.is_archived} isDraft={query.is_draft} />
            {query.id !== null && query.from_git && (
              <Suspense>
                <FromGitBadge kind="query" id={query.id} from={query.from_git} />
              </Suspense>
            )}
          </div>
        </div>
        <TagsEditor
          tags={query.tags}
          isEditable={rights.mayEdit}
          loadSuggestions={loadTags}
          onSave={(tags) => void draft.saveField({ tags })}
        />
      </div>
      <Group gap="xs" wrap="nowrap" className={classes.actions}>
        {children}
        {rights.mayPublish && query.is_draft && (
          <Button
            size="xs"
            variant="default"
            className={classes.wide}
            leftSection={<IconEyeCheck size={16} aria-hidden="true" />}
            onClick={() => void draft.saveField({ is_draft: false }, publishWords)}
          >
            {t('Publish')}
          </Button>
        )}
        {query.id !== null && rights.maySeeSource && (
          <OtherViewLink id={query.id} isSourcePage={isSourcePage} />
        )}
        <QueryMoreMenu draft={draft} rights={rights} isSourcePage={isSourcePage} />
      </Group>
    </header>
  )
}

function StateLabel({ isArchived, isDraft }: { isArchived: boolean; isDraft: boolean }) {
  if (!isArchived && !isDraft) return null
  return (
    <Badge variant={isArchived ? 'filled' : 'light'} color="gray" radius="sm" className={classes.state}>
      {isArchived ? t('Archived') : t('Unpublished')}
    </Badge>
  )
}

/** Keeps the parameters and the visualization in the address. */
function OtherViewLink({ id, isSourcePage }: { id: number; isSourcePage: boolean }) {
  return (
    <Button
      size="xs"
      className={classes.wide}
      renderRoot={(props) => (
        <Link
          to={isSourcePage ? '/queries/$queryId' : '/queries/$queryId/source'}
          params={{ queryId: id }}
          search={true}
          hash={true}
          {...props}
        />
      )}
      variant="default"
      leftSection={
        isSourcePage ? <IconTable size={16} aria-hidden="true" /> : <IconCode size={16} aria-hidden="true" />
      }
    >
      {isSourcePage ? t('Show Results Only') : t('Edit Source')}
    </Button>
  )
}

interface QueryMoreMenuProps {
  draft: QueryDraft
  rights: QueryRights
  isSourcePage: boolean
}

/** The rarer actions on a query; on narrow screens also those that are otherwise beside the menu. */
function QueryMoreMenu({ draft, rights, isSourcePage }: QueryMoreMenuProps) {
  const { id } = draft.query
  const [dialog, setDialog] = useState<QueryDialog | null>(null)
  const hasOwnItems = hasItems(rights)
  if (id === null || !(hasOwnItems || rights.maySeeSource)) return null
  return (
    <>
      <MoreMenu onNear={() => void loadItems()} {...(!hasOwnItems && { className: classes.narrow })}>
        <OpeningMenu>
          <QueryMenuItems
            queryId={id}
            draft={draft}
            rights={rights}
            isSourcePage={isSourcePage}
            onDialog={setDialog}
          />
        </OpeningMenu>
      </MoreMenu>
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
