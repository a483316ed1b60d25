import { Badge, Button, Tooltip } from '@mantine/core'
import { IconEdit, IconEyeCheck, IconShare3 } from '@tabler/icons-react'
import { type ReactNode, Suspense, useLayoutEffect, useRef } from 'react'
import { t } from '#shared/messages/translate.ts'
import { FavoriteStar } from '#web/favorites/favorite-star.tsx'
import { TagsEditor } from '#web/tags/tags-editor.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { InlineEdit } from '#web/ui/inline-edit.tsx'
import { isFocusLost } from '#web/ui/kept-focus.ts'
import { lazy } from '#web/ui/lazy.tsx'
import classes from './dashboard-header.module.css'
import type { DashboardRights } from './dashboard-rights.ts'
import type { PageDashboard } from './page-dashboard.ts'
import type { DashboardDraft } from './use-dashboard-draft.ts'

const loadTags = (signal: AbortSignal) =>
  import('./dashboard-tags.ts').then(({ loadDashboardTags }) => loadDashboardTags(signal))

const FromGitBadge = lazy(() =>
  import('#web/ui/from-git-badge.tsx').then((module) => ({ default: module.FromGitBadge })),
)

/** Maximum characters of a name. */
const maxNameLength = 100

interface DashboardHeaderProps {
  draft: DashboardDraft
  rights: DashboardRights
  isEditing: boolean
  /** shows only the name: for wall screens */
  isPlain: boolean
  /** the actions */
  children: ReactNode
}

/** Name, owner, labels and tags of a dashboard (docs/reference/dashboards.md#dashboard-header). */
export function DashboardHeader({ draft, rights, isEditing, isPlain, children }: DashboardHeaderProps) {
  const { dashboard } = draft
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <div className={classes.title}>
          {!isPlain && <FavoriteStar kind="dashboard" item={dashboard} />}
          <div className={classes.nameAndState}>
            <h1 className={classes.name}>
              <InlineEdit
                value={dashboard.name}
                label={t('Dashboard name')}
                isEditable={rights.mayEdit && isEditing}
                maxLength={maxNameLength}
                className={classes.nameField}
                onDone={(name) => void draft.save({ name })}
              />
            </h1>
            {!isPlain && <StateBadge dashboard={dashboard} />}
            {!isPlain && dashboard.from_git && (
              <Suspense>
                <FromGitBadge kind="dashboard" id={dashboard.id} from={dashboard.from_git} />
              </Suspense>
            )}
          </div>
        </div>
        {!isPlain && <Facts draft={draft} mayEdit={rights.mayEdit} />}
      </div>
      <div className={classes.actions}>{children}</div>
    </header>
  )
}

/** Owner and tags. */
function Facts({ draft, mayEdit }: { draft: DashboardDraft; mayEdit: boolean }) {
  const { user, tags } = draft.dashboard
  return (
    <div className={classes.facts}>
      <Owner name={user.name} />
      <TagsEditor
        tags={tags}
        isEditable={mayEdit}
        loadSuggestions={loadTags}
        onSave={(next) => void draft.save({ tags: next })}
      />
    </div>
  )
}

function Owner({ name }: { name: string }) {
  return (
    <Tooltip label={t('Created by {name}', { name })}>
      <span className={classes.owner}>
        <Avatar name={name} size={22} />
        <span className="sx-visually-hidden">{t('Created by {name}', { name })}</span>
      </span>
    </Tooltip>
  )
}

function StateBadge({ dashboard: { is_archived, is_draft } }: { dashboard: PageDashboard }) {
  if (!is_archived && !is_draft) return null
  return (
    <Badge variant={is_archived ? 'filled' : 'light'} color="gray" radius="sm" className={classes.state}>
      {is_archived ? t('Archived') : t('Unpublished')}
    </Badge>
  )
}

export function EditButton({ onEdit }: { onEdit(): void }) {
  return (
    <Button
      size="xs"
      variant="default"
      className={classes.wide}
      leftSection={<IconEdit size={16} aria-hidden="true" />}
      onClick={onEdit}
    >
      {t('Edit')}
    </Button>
  )
}

export function PublishButton({ onPublish }: { onPublish(): void }) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const own = button.current
    const next = own?.nextElementSibling
    return () => {
      // publishing removes the button, and the focus must not go with it
      if (document.activeElement !== own) return
      setTimeout(() => {
        if (isFocusLost()) next?.querySelector('button')?.focus({ preventScroll: true })
      })
    }
  }, [])
  return (
    <Button
      ref={button}
      size="xs"
      variant="default"
      className={classes.wide}
      leftSection={<IconEyeCheck size={16} aria-hidden="true" />}
      onClick={onPublish}
    >
      {t('Publish')}
    </Button>
  )
}

export function ShareButton({ isShared, onOpen }: { isShared: boolean; onOpen(): void }) {
  return (
    <Tooltip
      label={
        isShared ? t('Shared with anyone who has the address') : t('Give others an address without login')
      }
    >
      <Button
        size="xs"
        variant={isShared ? 'light' : 'default'}
        className={classes.wide}
        leftSection={<IconShare3 size={16} aria-hidden="true" />}
        onClick={onOpen}
      >
        {t('Share')}
      </Button>
    </Tooltip>
  )
}
