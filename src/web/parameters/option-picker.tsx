import { Button, Combobox, Input, InputBase, Loader, useCombobox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { UIEvent } from 'react'
import { locale, t } from '#shared/messages/translate.ts'
import classes from './option-picker.module.css'

export interface Choice {
  value: string
  name: string
}

export interface OptionPickerProps {
  id: string
  labelId: string
  chosen: readonly Choice[]
  isMulti: boolean
  /** the options loaded so far; `onMore` loads more */
  choices: readonly Choice[]
  /** number of options that match the search */
  count: number
  /** number of characters of the longest label, if the list is long */
  widest: number
  isLoading: boolean
  isInvalid?: boolean
  search: string
  onSearch(text: string): void
  onMore(): void
  onOpen?(isOpen: boolean): void
  onChange(chosen: readonly Choice[]): void
}

/** See docs/reference/screens.md#constants-of-the-interface */
const maxTags = 3
const maxTagLength = 10
const longList = 400
/** distance in pixels from the end of the list at which more is loaded */
const nearEnd = 200

/** Focuses the field when it is mounted: `focusSearchInput` is later, and would lose keys until then. */
function takeFocus(field: HTMLInputElement | null): void {
  field?.focus({ preventScroll: true })
}

/** Selects one or several options of a searchable, possibly long list. */
export function OptionPicker(props: OptionPickerProps) {
  const { id, labelId, chosen, isMulti, count, search } = props
  const combobox = useCombobox({
    onDropdownOpen: () => {
      props.onOpen?.(true)
      combobox.updateSelectedOptionIndex('active')
    },
    onDropdownClose: () => {
      props.onOpen?.(false)
      props.onSearch('')
      combobox.resetSelectedOption()
    },
  })
  const pick = (value: string) => {
    const choice = props.choices.find((one) => one.value === value)
    if (choice === undefined) return
    if (!isMulti) {
      props.onChange([choice])
      // at once (`focusTarget` is delayed): the next key must not go to the removed field
      combobox.targetRef.current?.focus()
      combobox.closeDropdown()
      return
    }
    const isChosen = chosen.some((one) => one.value === value)
    props.onChange(isChosen ? chosen.filter((one) => one.value !== value) : [...chosen, choice])
  }
  return (
    <Combobox store={combobox} onOptionSubmit={pick} size="xs" position="bottom-start" keepMounted={false}>
      <Combobox.Target targetType="button" withExpandedAttribute>
        <InputBase
          component="button"
          type="button"
          pointer
          id={id}
          size="xs"
          aria-labelledby={labelId}
          aria-invalid={props.isInvalid || undefined}
          error={props.isInvalid}
          className={classes.target}
          rightSection={
            props.isLoading ? (
              <Loader size={14} aria-label={t('Loading')} className={classes.loader} />
            ) : (
              <Combobox.Chevron />
            )
          }
          rightSectionPointerEvents="none"
          onClick={() => combobox.toggleDropdown()}
        >
          <Chosen chosen={chosen} isMulti={isMulti} />
        </InputBase>
      </Combobox.Target>
      <Combobox.Dropdown
        className={classes.dropdown}
        style={count > longList ? { minWidth: `min(90vw, ${props.widest + 5}ch)` } : undefined}
      >
        <Combobox.Search
          ref={takeFocus}
          size="xs"
          aria-label={t('Search the options')}
          placeholder={t('Search...')}
          value={search}
          onChange={(event) => {
            props.onSearch(event.currentTarget.value)
            combobox.updateSelectedOptionIndex()
          }}
        />
        <Options {...props} />
        {isMulti && <Several {...props} />}
      </Combobox.Dropdown>
    </Combobox>
  )
}

function Chosen({ chosen, isMulti }: Pick<OptionPickerProps, 'chosen' | 'isMulti'>) {
  if (chosen.length === 0)
    return <Input.Placeholder>{isMulti ? t('Select values') : t('Select a value')}</Input.Placeholder>
  if (!isMulti) return <span className={classes.single}>{chosen[0]?.name}</span>
  return (
    <span className={classes.tags}>
      {chosen.slice(0, maxTags).map(({ value, name }) => (
        <span key={value} className={classes.tag} title={name}>
          {name.length > maxTagLength ? `${name.slice(0, maxTagLength)}…` : name}
        </span>
      ))}
      {chosen.length > maxTags && (
        <span className={classes.more}>{t('+{count} more', { count: chosen.length - maxTags })}</span>
      )}
    </span>
  )
}

function Options(props: OptionPickerProps) {
  const { choices, chosen, count, isLoading, isMulti, labelId } = props
  const onScroll = ({ currentTarget: list }: UIEvent<HTMLDivElement>) => {
    if (list.scrollHeight - list.scrollTop - list.clientHeight < nearEnd) props.onMore()
  }
  const isChosen = (value: string) => chosen.some((one) => one.value === value)
  return (
    <Combobox.Options
      className={classes.options}
      labelledBy={labelId}
      aria-multiselectable={isMulti || undefined}
      tabIndex={-1}
      onScroll={onScroll}
    >
      {choices.length === 0 && !isLoading && (
        <Combobox.Empty>
          {props.search === '' ? t('No options available') : t('Nothing found')}
        </Combobox.Empty>
      )}
      {choices.map(({ value, name }) => (
        <Combobox.Option
          key={value}
          value={value}
          active={isChosen(value)}
          aria-selected={isChosen(value)}
          className={classes.option}
        >
          <IconCheck size={14} aria-hidden="true" className={classes.check} />
          <span>{name}</span>
        </Combobox.Option>
      ))}
      {choices.length < count && choices.length > 0 && (
        <div className={classes.rest} aria-hidden="true">
          {t('{count} of {count2}', {
            count: choices.length.toLocaleString(locale),
            count2: count.toLocaleString(locale),
          })}
        </div>
      )}
    </Combobox.Options>
  )
}

/** Select All selects all matches of the search, once all are loaded. */
function Several({ choices, chosen, count, onChange }: OptionPickerProps) {
  const missing = choices.filter(({ value }) => !chosen.some((one) => one.value === value))
  return (
    <Combobox.Footer className={classes.footer}>
      {choices.length === count && (
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={missing.length === 0}
          onClick={() => onChange([...chosen, ...missing])}
        >
          {t('Select All')}
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" disabled={chosen.length === 0} onClick={() => onChange([])}>
        {t('Clear')}
      </Button>
    </Combobox.Footer>
  )
}
