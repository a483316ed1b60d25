import { Button } from '@mantine/core'
import { IconPlus, IconSearchOff, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { t } from '#shared/messages/translate.ts'
import { type ListState, readListState, writeListState } from '#web/lists/list-state.ts'
import { focusFirstRow } from '#web/lists/list-table.tsx'
import { useClientConfig, usePermission } from '#web/session/use-session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { isBeyondList, ListFailure } from '#web/ui/list-failure.tsx'
import { ListPaging } from '#web/ui/list-paging.tsx'
import { Opening } from '#web/ui/opening.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { SideMenu, sideMenuItem } from '#web/ui/side-menu.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { CreateUserDialog, HandedLinkDialog, OpenedDialog } from './lazy-parts.ts'
import { useUserActs } from './use-user-acts.tsx'
import {
  activeUsers,
  disabledUsers,
  pendingUsers,
  type UserPlace,
  userPlaces,
  usersQuery,
} from './user-queries.ts'
import classes from './users.module.css'
import { UsersTable, userOrderKeys } from './users-table.tsx'

export const ActiveUsersPage = () => <UsersPage place={activeUsers} />
export const PendingUsersPage = () => <UsersPage place={pendingUsers} />
export const DisabledUsersPage = () => <UsersPage place={disabledUsers} />

/** /users/new: the active list with the dialog above it. */
export function NewUserPage() {
  const navigate = useNavigate()
  const mayCreate = usePermission('admin')
  return (
    <>
      <UsersPage place={activeUsers} />
      {mayCreate && (
        <Opening>
          <CreateUserDialog
            onClose={() => void navigate({ to: '/users' })}
            onCreated={() => void navigate({ to: '/users/pending' })}
          />
        </Opening>
      )}
    </>
  )
}

/** A list of users. The address contains search, order and page. */
function UsersPage({ place }: { place: UserPlace }) {
  usePageTitle(place === activeUsers ? t('Users') : place.label)
  const mayCreate = usePermission('admin')
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const { pageSize } = useClientConfig()
  const state = useMemo(() => readListState(search, pageSize, userOrderKeys), [search, pageSize])
  const content = useRef<HTMLDivElement>(null)
  const show = (changes: Partial<ListState>, how: { replace?: boolean } = {}) =>
    void navigate({
      to: place.to,
      search: writeListState({ ...state, page: 1, ...changes }, pageSize) as never,
      replace: how.replace ?? false,
      resetScroll: changes.page !== undefined,
    })
  return (
    <>
      <PageHeader
        title={t('Users')}
        actions={
          mayCreate && (
            <Button component={Link} to="/users/new" leftSection={<IconPlus size={16} />}>
              {t('New User')}
            </Button>
          )
        }
      />
      <div className={classes.columns}>
        <div>
          <SearchInput
            label={t('Search users')}
            placeholder={t('Search users…')}
            value={state.q}
            onSearch={(q) => show({ q }, { replace: true })}
            onDown={() => focusFirstRow(content.current)}
          />
          <SideMenu label={t('Lists of users')}>
            {userPlaces
              .filter(({ needsCreate }) => mayCreate || !needsCreate)
              .map(({ to, label }) => (
                <Link key={to} to={to} {...sideMenuItem(to === place.to)}>
                  {label}
                </Link>
              ))}
          </SideMenu>
        </div>
        <div className={classes.content} ref={content}>
          <Users place={place} state={state} onShow={show} />
        </div>
      </div>
    </>
  )
}

interface UsersProps {
  place: UserPlace
  state: ListState
  onShow: (changes: Partial<ListState>, how?: { replace?: boolean }) => void
}

function Users({ place, state, onShow }: UsersProps) {
  const { pageSizeOptions } = useClientConfig()
  const acts = useUserActs()
  const list = useQuery({ ...usersQuery(place, state), placeholderData: keepPreviousData })
  const { page: askedPage } = state
  // the page existed until its last user was disabled, enabled or deleted
  const hasVanished = list.isError && list.data !== undefined && isBeyondList(list.error) && askedPage > 1
  useEffect(() => {
    if (hasVanished) onShow({ page: askedPage - 1 }, { replace: true })
  })
  if (list.isPending || hasVanished) return <TableSkeleton rows={10} rowHeight={48} />
  if (list.isError) {
    return (
      <ListFailure
        error={list.error}
        onFirstPage={() => onShow({ page: 1 })}
        onRetry={() => void list.refetch()}
      />
    )
  }
  const { count, page, results } = list.data
  if (count === 0) return <NoUsers place={place} state={state} onShow={onShow} />
  return (
    <>
      <UsersTable
        users={results}
        order={state.order}
        dimmed={list.isPlaceholderData}
        acts={acts}
        onOrder={(order) => onShow({ order })}
      />
      <ListPaging
        page={page}
        pageSize={state.pageSize}
        total={count}
        sizes={pageSizeOptions}
        hiddenUpTo={fewRows}
        onPage={(next) => onShow({ page: next })}
        onPageSize={(pageSize) => onShow({ pageSize })}
      />
      <Opening>
        {acts.leaving !== null && (
          <OpenedDialog user={acts.leaving} onClose={acts.stay} onDone={(gone) => void acts.disabled(gone)} />
        )}
        {acts.handed !== null && <HandedLinkDialog handed={acts.handed} onClose={acts.forgetHanded} />}
      </Opening>
    </>
  )
}

/** See docs/reference/screens-administration.md#short-lists. */
const fewRows = 5

function NoUsers({ place, state, onShow }: UsersProps) {
  if (state.q === '')
    return <EmptyState icon={<IconUsers size={40} stroke={1.5} />} title={place.emptyTitle} />
  return (
    <EmptyState
      icon={<IconSearchOff size={40} stroke={1.5} />}
      title={t("Sorry, we couldn't find anything.")}
      action={
        <Button variant="default" onClick={() => onShow({ q: '' })}>
          {t('Clear the search')}
        </Button>
      }
    />
  )
}
