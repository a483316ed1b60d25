import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SearchInput } from '#web/ui/search-input.tsx'
import { SideMenu, sideMenuItem } from '#web/ui/side-menu.tsx'
import { type ListedItem, type ListKind, type ListPlace, tagsQuery } from './list-kind.ts'
import classes from './list-sidebar.module.css'
import type { ListState } from './list-state.ts'
import { listWords } from './list-words.ts'
import { TagFilter } from './tag-filter.tsx'

interface ListSidebarProps<Item extends ListedItem> {
  kind: ListKind<Item>
  place: ListPlace<Item>
  state: ListState
  onSearch: (q: string) => void
  /** moves the focus from the search to the rows */
  onDown: () => void
  onTags: (tags: string[]) => void
}

/** Search, links to the lists, and tags; above the table on narrow screens. */
export function ListSidebar<Item extends ListedItem>(props: ListSidebarProps<Item>) {
  const { kind, place, state } = props
  const { places } = kind
  const words = listWords[kind.plural]
  const tags = useQuery(tagsQuery(kind))
  // the counts are for the first list: beside another list they would be wrong
  const isFirst = place.to === places[0]?.to
  const counted = (tags.data ?? []).map(({ name, count }) => ({ name, count: isFirst ? count : null }))
  return (
    <div className={classes.sidebar}>
      <SearchInput
        label={words.search}
        placeholder={words.searchHint}
        value={state.q}
        onSearch={props.onSearch}
        onDown={props.onDown}
      />
      <SideMenu label={words.lists}>
        {places.map(({ to, label, icon: ItemIcon }) => (
          <Link key={to} to={to} {...sideMenuItem(to === place.to)}>
            <ItemIcon size={16} stroke={1.75} aria-hidden="true" />
            {label}
          </Link>
        ))}
      </SideMenu>
      <TagFilter tags={counted} selected={state.tags} onChange={props.onTags} />
    </div>
  )
}
