import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { IconCheck, IconPlus, IconSearch } from '@tabler/icons-react'
import { useEffect } from 'react'
import { t } from '#shared/messages/translate.ts'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import classes from './item-search.module.css'
import { listWords } from './list-words.ts'
import type { FoundItem, FoundItems } from './use-found-items.ts'

interface ItemSearchProps<Item extends FoundItem> {
  /** label of the field */
  label: string
  /** what is searched */
  plural: keyof typeof listWords
  typed: string
  onType: (text: string) => void
  found: FoundItems<Item>
  /** called for Escape, as the open list would swallow it */
  onEscape: () => void
  /** marked in the list until the text changes */
  chosen?: number | 'new' | null
  onChoose: (item: Item) => void
  /** why an item cannot be chosen; null: it can be */
  refusal?: (item: Item) => string | null
  /** offers to create an item with the typed name */
  create?: { label: string; run: () => void } | null
  /** focuses the field at once; in a dialog this happens anyway */
  takesFocus?: boolean
}

/** Finds a query or a dashboard by name; the open list is below the field. */
export function ItemSearch<Item extends FoundItem>(props: ItemSearchProps<Item>) {
  const { label, typed, onType, found, chosen = null, onChoose, refusal = choosable, create = null } = props
  const { recent, others, hasMore, error, isFirst, isSearching } = found
  const words = listWords[props.plural]
  const combobox = useCombobox({ opened: true })
  const all = [...recent, ...others]
  const shown = all.map(({ id }) => id).join()
  // Enter chooses the first item as soon as it is there
  const { selectFirstOption, resetSelectedOption } = combobox
  useEffect(() => {
    if (typed.trim() === '' || (shown === '' && isSearching)) resetSelectedOption()
    else selectFirstOption()
  }, [shown, typed, isSearching, selectFirstOption, resetSelectedOption])
  const group = (name: string, items: readonly Item[]) =>
    items.length > 0 && <FoundGroup label={name} items={items} chosen={chosen} refusal={refusal} />
  const options = (
    // focusable, so that it can be scrolled with the keyboard
    <Combobox.Options className={classes.options} aria-label={words.all} tabIndex={0}>
      {group(t('Recent'), recent)}
      {group(recent.length > 0 ? t('Others') : words.all, others)}
      {create && (
        <Combobox.Option
          value={newValue}
          className={classes.option}
          data-chosen={chosen === 'new' || undefined}
        >
          <IconPlus size={16} aria-hidden="true" />
          <span className={classes.name}>{create.label}</span>
          {chosen === 'new' && <ChosenMark />}
        </Combobox.Option>
      )}
    </Combobox.Options>
  )
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(value) => {
        const item = all.find(({ id }) => String(id) === value)
        if (item) onChoose(item)
        else if (value === newValue) create?.run()
      }}
    >
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          autoFocus={props.takesFocus ?? false}
          type="search"
          role="combobox"
          aria-label={label}
          placeholder={label}
          leftSection={<IconSearch size={16} />}
          rightSection={isSearching && <Loader size={16} />}
          styles={{ input: { appearance: 'none' } }}
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') props.onEscape()
          }}
        />
      </Combobox.EventsTarget>
      <div className={classes.list}>
        {isFirst ? <TableSkeleton rows={6} rowHeight={36} /> : options}
        {all.length === 0 && error && <ErrorAlert error={error} fallback={words.unreadable} />}
        {all.length === 0 && !error && !isSearching && (
          <div className={classes.none}>{typed.trim() === '' ? words.none : words.noneNamed}</div>
        )}
        {hasMore && <div className={classes.more}>{t('There are more: type a part of the name.')}</div>}
      </div>
    </Combobox>
  )
}

const choosable = () => null

/** means "create"; not an id */
const newValue = 'new'

interface FoundGroupProps<Item extends FoundItem> {
  label: string
  items: readonly Item[]
  chosen: number | 'new' | null
  refusal: (item: Item) => string | null
}

function FoundGroup<Item extends FoundItem>({ label, items, chosen, refusal }: FoundGroupProps<Item>) {
  return (
    <Combobox.Group label={label}>
      {items.map((item) => (
        <FoundOption key={item.id} item={item} isChosen={item.id === chosen} refusal={refusal(item)} />
      ))}
    </Combobox.Group>
  )
}

interface FoundOptionProps {
  item: FoundItem
  isChosen: boolean
  refusal: string | null
}

function FoundOption({ item: { id, name, is_draft, tags }, isChosen, refusal }: FoundOptionProps) {
  return (
    <Combobox.Option
      value={String(id)}
      className={classes.option}
      disabled={refusal !== null}
      data-chosen={isChosen || undefined}
    >
      <span className={classes.name}>{name}</span>
      {refusal !== null && <span className={classes.refusal}>{refusal}</span>}
      {refusal === null && tags.length > 0 && <span className={classes.tags}>{tags.join(', ')}</span>}
      {is_draft && <StateLabel>{t('Unpublished')}</StateLabel>}
      {isChosen && <ChosenMark />}
    </Combobox.Option>
  )
}

function ChosenMark() {
  return (
    <>
      <IconCheck size={16} className={classes.mark} aria-hidden="true" />
      <span className="sx-visually-hidden"> {t('(chosen)')}</span>
    </>
  )
}
