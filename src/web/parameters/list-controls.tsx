import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { takesSeveral } from '#shared/parameters/check-value.ts'
import type { DropdownOption } from '#shared/parameters/dropdowns-api.ts'
import { enumChoices } from '#shared/parameters/normalize-value.ts'
import { isSameValue } from '#shared/parameters/pending-values.ts'
import { messageOf } from '#web/api/api-error.ts'
import type { ControlProps } from './control-props.ts'
import type { DropdownSource } from './dropdown-source.ts'
import { type Choice, OptionPicker } from './option-picker.tsx'
import classes from './parameter-area.module.css'
import { textsOf } from './read-lists.ts'
import { useDropdown } from './use-dropdown.ts'

/** options drawn at once; scrolling the list draws more */
const pageLength = 200

/** Dropdown List: the options are in the definition. */
export function EnumControl({ parameter, id, labelId, onChange }: ControlProps) {
  const [search, setSearch] = useState('')
  const [length, setLength] = useState(pageLength)
  const all = useMemo(() => enumChoices(parameter).map((line) => ({ value: line, name: line })), [parameter])
  const widest = useMemo(() => widestOf(all), [all])
  const matching = useMemo(() => {
    const wanted = search.trim().toLowerCase()
    return all.filter(({ name }) => name.toLowerCase().includes(wanted))
  }, [all, search])
  const isMulti = takesSeveral(parameter)
  return (
    <OptionPicker
      id={id}
      labelId={labelId}
      isMulti={isMulti}
      chosen={textsOf(parameter.value).map((value) => ({ value, name: value }))}
      choices={matching.slice(0, length)}
      count={matching.length}
      widest={widest}
      isLoading={false}
      search={search}
      onSearch={(text) => {
        setSearch(text)
        setLength(pageLength)
      }}
      onMore={() => setLength((current) => current + pageLength)}
      onChange={(chosen) => onChange(chosenValue(chosen, isMulti))}
    />
  )
}

interface DropdownControlProps extends ControlProps {
  dropdowns: DropdownSource
  /** values of the page's other parameters */
  others: Readonly<Record<string, unknown>>
}

/** Query Based Dropdown List: the options are the rows of another query. */
export function DropdownControl(props: DropdownControlProps) {
  const { parameter, id, labelId, dropdowns, others, onChange } = props
  const isMulti = takesSeveral(parameter)
  const dropdownId = typeof parameter.queryId === 'number' ? parameter.queryId : null
  const values = textsOf(parameter.value)
  const dropdown = useDropdown(dropdowns, dropdownId, values, others)
  const { current } = dropdown
  useValidValue(current, values, isMulti, onChange)
  const names = useNames([current?.selected ?? [], dropdown.options])
  const choices = useMemo(() => dropdown.options.map(choiceOf), [dropdown.options])
  const isEmpty = current !== null && current.first === null && current.selected.length === 0
  return (
    <>
      <OptionPicker
        id={id}
        labelId={labelId}
        isMulti={isMulti}
        chosen={values.map((value) => ({ value, name: names.get(value) ?? value }))}
        choices={choices}
        count={dropdown.count}
        widest={widestOf(choices)}
        isLoading={dropdown.isLoading}
        isInvalid={dropdown.error !== null || dropdownId === null}
        search={dropdown.search}
        onSearch={dropdown.setSearch}
        onMore={dropdown.more}
        onOpen={dropdown.open}
        onChange={(chosen) => {
          dropdown.remember(chosen)
          onChange(chosenValue(chosen, isMulti))
        }}
      />
      {dropdownId === null && (
        <div className={classes.problem} role="alert">
          {t('This parameter names no query for its options.')}
        </div>
      )}
      {dropdown.error && (
        <div className={classes.problem} role="alert">
          {messageOf(dropdown.error, dropdown.error.message)}{' '}
          <Button size="compact-xs" variant="subtle" onClick={dropdown.retry}>
            {t('Retry')}
          </Button>
        </div>
      )}
      {isEmpty && !dropdown.error && <div className={classes.note}>{t('No options available')}</div>}
    </>
  )
}

/** If the list does not contain the value, the first option replaces it; of several values, the contained ones stay. */
function useValidValue(
  current: ReturnType<typeof useDropdown>['current'],
  values: readonly string[],
  isMulti: boolean,
  onChange: (value: unknown) => void,
): void {
  const latest = useRef({ values, onChange })
  latest.current = { values, onChange }
  useEffect(() => {
    const { values: now, onChange: change } = latest.current
    if (current === null || current.values !== JSON.stringify(now)) return
    const kept = now.filter((value) => current.selected.some((option) => option.value === value))
    if (isMulti) {
      if (!isSameValue(kept, now)) change(kept.length === 0 ? null : kept)
    } else if (kept.length === 0 && current.first !== null) change(current.first.value)
  }, [current, isMulti])
}

/** Names of all values seen so far. */
function useNames(lists: readonly (readonly DropdownOption[])[]): ReadonlyMap<string, string> {
  const known = useRef(new Map<string, string>())
  for (const list of lists) {
    for (const option of list) known.current.set(option.value, choiceOf(option).name)
  }
  return known.current
}

function choiceOf({ name, value }: DropdownOption): Choice {
  if (name === null || name === undefined) return { value, name: value }
  return { value, name: typeof name === 'object' ? JSON.stringify(name) : String(name) }
}

function widestOf(choices: readonly Choice[]): number {
  return choices.reduce((widest, { name }) => Math.max(widest, name.length), 0)
}

function chosenValue(chosen: readonly Choice[], isMulti: boolean): unknown {
  const values = chosen.map(({ value }) => value)
  if (isMulti) return values.length === 0 ? null : values
  return values[0] ?? null
}
