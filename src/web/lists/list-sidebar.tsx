import { TextInput, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { SearchInput } from '#web/ui/search-input.tsx'
import { SideMenu, sideMenuItem } from '#web/ui/side-menu.tsx'
import { type ListedItem, type ListKind, type ListPlace, tagsQuery } from './list-kind.ts'
import classes from './list-sidebar.module.css'
import type { ListState } from './list-state.ts'
import { listWords } from './list-words.ts'

/** With more tags than this, a search field appears. */
const searchableFrom = 12

interface ListSidebarProps<Item extends ListedItem> {
  kind: ListKind<Item>
  place: ListPlace<Item>
  state: ListState
  onSearch: (q: string) => void
  /** moves the focus from the search to the rows */
  onDown: () => void
  onTags: (tags: string[]) => void
  onFilter: (state: ListState) => void
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
      {kind.filters && <kind.filters to={place.to} state={state} onChange={props.onFilter} />}
      <TagFilter tags={counted} selected={state.tags} onChange={props.onTags} />
    </div>
  )
}

interface TagFilterProps {
  /** null: the count in this list is unknown */
  tags: readonly { name: string; count: number | null }[]
  selected: readonly string[]
  onChange: (selected: string[]) => void
}

/** Tags to filter a list by; rows must have all selected tags. Collapsed on narrow screens. */
function TagFilter({ tags, selected, onChange }: TagFilterProps) {
  const heading = useId()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(selected.length > 0)
  // tags of the address come first, so that the list does not hide them; tags selected later stay in place
  const [first] = useState(selected)
  const known = new Set(tags.map(({ name }) => name))
  const all = [
    // a tag of the address that is no longer in use can still be removed
    ...selected.filter((name) => !known.has(name)).map((name) => ({ name, count: null })),
    ...tags.filter(({ name }) => first.includes(name)),
    ...tags.filter(({ name }) => !first.includes(name)),
  ]
  if (all.length === 0) return null
  const wanted = text.trim().toLowerCase()
  const shown = all.filter(({ name }) => selected.includes(name) || name.toLowerCase().includes(wanted))
  const toggle = (name: string) =>
    onChange(selected.includes(name) ? selected.filter((one) => one !== name) : [...selected, name])

  return (
    <section className={classes.filter} data-open={open || undefined} aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 id={heading} className={classes.heading}>
          {t('Tags')}
        </h2>
        <UnstyledButton
          className={classes.fold}
          aria-expanded={open}
          aria-label={open ? t('Hide tags') : t('Show tags')}
          onClick={() => setOpen(!open)}
        >
          {selected.length > 0 ? t('Tags ({count})', { count: selected.length }) : t('Tags')}
          <IconChevronDown size={16} aria-hidden="true" />
        </UnstyledButton>
        {selected.length > 0 && (
          <UnstyledButton className={classes.clear} onClick={() => onChange([])}>
            {t('Clear')}
          </UnstyledButton>
        )}
      </div>
      <div className={classes.body}>
        {tags.length > searchableFrom && (
          <TextInput
            size="xs"
            type="search"
            aria-label={t('Search tags')}
            placeholder={t('Search tags…')}
            leftSection={<IconSearch size={14} />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            mb={6}
          />
        )}
        <ul className={classes.tags}>
          {shown.map(({ name, count }) => (
            <li key={name}>
              <UnstyledButton
                className={classes.tag}
                aria-pressed={selected.includes(name)}
                onClick={() => toggle(name)}
              >
                <span className={classes.name}>{name} </span>
                {selected.includes(name) ? (
                  <IconCheck size={14} aria-hidden="true" />
                ) : (
                  <span className={classes.count}>{count}</span>
                )}
              </UnstyledButton>
            </li>
          ))}
        </ul>
        {shown.length === 0 && <p className={classes.none}>{t('No tag matches.')}</p>}
      </div>
    </section>
  )
}
