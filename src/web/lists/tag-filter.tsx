import { TextInput, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown, IconSearch } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import classes from './tag-filter.module.css'

interface TagFilterProps {
  /** null: the count in this list is unknown */
  tags: readonly { name: string; count: number | null }[]
  selected: readonly string[]
  onChange: (selected: string[]) => void
}

/** With more tags than this, a search field appears. */
const searchableFrom = 12

/** Tags to filter a list by; rows must have all selected tags. Collapsed on narrow screens. */
export function TagFilter({ tags, selected, onChange }: TagFilterProps) {
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
