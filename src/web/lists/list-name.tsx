import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { StateLabel } from '#web/ui/state-label.tsx'
import classes from './list.module.css'
import type { ListedItem, ListKind } from './list-kind.ts'
import { listWords } from './list-words.ts'

interface ListNameProps<Item extends ListedItem> {
  kind: ListKind<Item>
  item: Item
  onTag: (tag: string) => void
}

/** Name, labels and tags. */
export function ListName<Item extends ListedItem>({ kind, item, onTag }: ListNameProps<Item>) {
  return (
    <>
      {kind.nameLink(item, classes.name)}
      {item.is_archived && (
        <span className={classes.label}>
          <StateLabel>{t('Archived')}</StateLabel>
        </span>
      )}
      {item.is_draft && (
        <span className={classes.label}>
          <StateLabel>{t('Unpublished')}</StateLabel>
        </span>
      )}
      <RowTags tags={item.tags} nameOf={listWords[kind.plural].tagged} onTag={onTag} />
    </>
  )
}

/** More tags would make a row taller than the screen. */
const tagsShown = 5

interface RowTagsProps {
  tags: readonly string[]
  /** label of the button of a tag */
  nameOf: (tag: string) => string
  onTag: (tag: string) => void
}

function RowTags({ tags, nameOf, onTag }: RowTagsProps) {
  const [all, setAll] = useState(false)
  const shown = all || tags.length <= tagsShown + 1 ? tags : tags.slice(0, tagsShown)
  const hidden = tags.length - shown.length
  return (
    <>
      {shown.map((tag) => (
        <UnstyledButton key={tag} className={classes.tag} onClick={() => onTag(tag)} aria-label={nameOf(tag)}>
          {tag}
        </UnstyledButton>
      ))}
      {hidden > 0 && (
        <UnstyledButton className={classes.more} onClick={() => setAll(true)}>
          {t('+{hidden} more', { hidden })}
        </UnstyledButton>
      )}
    </>
  )
}
