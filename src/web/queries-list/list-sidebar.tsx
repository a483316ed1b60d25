import { IconArchive, IconCode, IconStar, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SearchInput } from '#web/ui/search-input.tsx'
import { type ListKind, listKinds } from './list-kinds.ts'
import classes from './list-sidebar.module.css'
import type { ListState } from './list-state.ts'
import { queryTagsQuery } from './queries-list-query.ts'
import { TagFilter } from './tag-filter.tsx'

interface ListSidebarProps {
  kind: ListKind
  state: ListState
  onSearch: (q: string) => void
  /** from the search on to the rows */
  onDown: () => void
  onTags: (tags: string[]) => void
}

const kinds: readonly ListKind[] = ['all', 'my', 'favorites', 'archive']
const icons = { all: IconCode, my: IconUser, favorites: IconStar, archive: IconArchive }

/** Search, the lists, and the tags; above the table where it is narrow. */
export function ListSidebar({ kind, state, onSearch, onDown, onTags }: ListSidebarProps) {
  const tags = useQuery(queryTagsQuery)
  // the counts are those of all unarchived queries: beside another list they would tell the wrong number
  const counted = (tags.data ?? []).map(({ name, count }) => ({ name, count: kind === 'all' ? count : null }))
  return (
    <div className={classes.sidebar}>
      <SearchInput
        label="Search queries"
        placeholder="Search queries…"
        value={state.q}
        onSearch={onSearch}
        onDown={onDown}
      />
      <nav aria-label="Lists of queries" className={classes.menu}>
        {kinds.map((one) => {
          const ItemIcon = icons[one]
          return (
            <Link
              key={one}
              to={listKinds[one].to}
              className={classes.item}
              data-active={one === kind || undefined}
              aria-current={one === kind ? 'page' : undefined}
            >
              <ItemIcon size={16} stroke={1.75} aria-hidden="true" />
              {listKinds[one].label}
            </Link>
          )
        })}
      </nav>
      <TagFilter tags={counted} selected={state.tags} onChange={onTags} />
    </div>
  )
}
