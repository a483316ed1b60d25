import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Group } from '#shared/groups/groups-api.ts'
import { t } from '#shared/messages/translate.ts'
import { usePermission } from '#web/session/use-session.ts'
import { describePageError } from '#web/ui/error-messages.ts'
import { ErrorPage } from '#web/ui/error-page.tsx'
import { InlineEdit } from '#web/ui/inline-edit.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { SideMenu, sideMenuItem } from '#web/ui/side-menu.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { groupQuery } from '../permissions/group-queries.ts'
import classes from './groups.module.css'
import { type GroupActs, useGroupActs } from './use-group-acts.ts'

interface GroupLayoutProps {
  groupId: number
  part: 'members' | 'data_sources'
  children: (group: Group, acts: GroupActs) => ReactNode
}

/** The head of a group and its two parts; only admins see data sources. */
export function GroupLayout({ groupId, part, children }: GroupLayoutProps) {
  const isAdmin = usePermission('admin')
  const group = useQuery(groupQuery(groupId))
  const acts = useGroupActs()
  usePageTitle(group.data?.name ?? t('Group'))
  if (group.isError && group.data === undefined)
    return <ErrorPage words={describePageError(group.error)} onRetry={() => void group.refetch()} />
  if (group.data === undefined) return <TableSkeleton rows={6} rowHeight={52} />
  return (
    <>
      <GroupHeader group={group.data} acts={acts} isAdmin={isAdmin} />
      <div className={classes.columns}>
        <SideMenu label={t('Parts of the group')}>
          <Link to="/groups/$groupId" params={{ groupId }} {...sideMenuItem(part === 'members')}>
            {t('Members')}
          </Link>
          {isAdmin && (
            <Link
              to="/groups/$groupId/data_sources"
              params={{ groupId }}
              {...sideMenuItem(part === 'data_sources')}
            >
              {t('Data Sources')}
            </Link>
          )}
        </SideMenu>
        <div className={classes.content}>{children(group.data, acts)}</div>
      </div>
    </>
  )
}

function GroupHeader({ group, acts, isAdmin }: { group: Group; acts: GroupActs; isAdmin: boolean }) {
  const navigate = useNavigate()
  const mayChange = isAdmin && group.type !== 'builtin'
  const remove = () => acts.remove(group, () => navigate({ to: '/groups' }))
  return (
    <PageHeader
      above={
        <Anchor component={Link} to="/groups">
          {t('Groups')}
        </Anchor>
      }
      title={
        <InlineEdit
          value={group.name}
          label={t('Group name')}
          isEditable={mayChange}
          maxLength={100}
          className={classes.title ?? ''}
          onDone={(name) => void acts.rename(group.id, name)}
        />
      }
      description={
        group.type === 'builtin' ? t('Built-in groups are neither renamed nor deleted.') : undefined
      }
      actions={
        mayChange && (
          <Button color="red" variant="light" disabled={acts.isWorking} onClick={() => void remove()}>
            {t('Delete Group')}
          </Button>
        )
      }
    />
  )
}
