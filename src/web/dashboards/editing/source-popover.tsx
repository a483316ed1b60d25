import { ActionIcon, Button, Group, Popover, Radio, Select, TextInput, Tooltip } from '@mantine/core'
import { IconEdit } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { parameterLabel, type StoredParameter } from '#shared/parameters/detect-parameters.ts'
import { isDateRangeType, isDateType } from '#shared/parameters/dynamic-dates.ts'
import { normalizeValue } from '#shared/parameters/normalize-value.ts'
import type { ParameterSettings } from '#web/parameters/control-props.ts'
import type { DropdownSource } from '#web/parameters/dropdown-source.ts'
import { ParameterField } from '#web/parameters/parameter-field.tsx'
import {
  type EditedMapping,
  mappingProblem,
  sharable,
  type ValueSource,
  withKeyword,
  withSource,
} from './mapping-form.ts'
import classes from './mappings-table.module.css'

/** Props for the control of a static value. */
export interface SourceSettings {
  settings: ParameterSettings
  dropdowns: DropdownSource
}

interface SourceProps {
  mapping: EditedMapping
  mappings: readonly EditedMapping[]
  existing: readonly StoredParameter[]
  settings: SourceSettings
  onChange(mapping: EditedMapping): void
}

interface SourcePopoverProps extends SourceProps {
  isOpen: boolean
  onOpen(isOpen: boolean): void
}

/** The edit button of a mapping, and its popover. */
export function SourcePopover({ isOpen, onOpen, ...props }: SourcePopoverProps) {
  const { name } = props.mapping.parameter
  const id = useId()
  return (
    <Popover
      opened={isOpen}
      onChange={onOpen}
      width={320}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      // the calendar and lists of a static value are rendered outside the popover
      closeOnClickOutside={false}
      // the form handles Escape: it first closes an open list
      closeOnEscape={false}
    >
      <Popover.Target>
        <Tooltip label={t('Edit Source and Value')} disabled={isOpen}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('Edit Source and Value of {name}', { name })}
            onClick={() => onOpen(!isOpen)}
          >
            <IconEdit size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={id}>
        {isOpen && (
          <SourceForm
            {...props}
            headingId={id}
            onClose={() => onOpen(false)}
            onChange={(changed) => {
              props.onChange(changed)
              onOpen(false)
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

const sources: readonly { source: ValueSource; label: string }[] = [
  { source: 'new-dashboard', label: t('New dashboard parameter') },
  { source: 'existing-dashboard', label: t('Existing dashboard parameter') },
  { source: 'widget', label: t('Widget parameter') },
  { source: 'static', label: t('Static value') },
]

interface SourceFormProps extends SourceProps {
  headingId: string
  onClose(): void
}

function SourceForm(props: SourceFormProps) {
  const { mappings, existing, settings, headingId, onChange, onClose } = props
  const [mapping, setMapping] = useState(props.mapping)
  const problem = mappingProblem(mapping, mappings, existing)
  const submit = () => {
    if (problem === null) onChange({ ...mapping, keyword: mapping.keyword.trim() })
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        // the surrounding dialog has a form too
        event.stopPropagation()
        submit()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !hasOpenList(event)) onClose()
      }}
    >
      <div className={classes.heading} id={headingId}>
        {t('Edit Source and Value')}
      </div>
      <Radio.Group
        aria-label={t('Value Source')}
        value={mapping.source}
        onChange={(value) => {
          const chosen = sources.find(({ source }) => source === value)
          if (chosen) setMapping(withSource(mapping, chosen.source, existing))
        }}
      >
        <div className={classes.choices}>
          {sources.map(({ source, label }) => (
            <Choice
              key={source}
              source={source}
              label={label}
              isFocused={source === mapping.source}
              isPossible={source !== 'existing-dashboard' || sharable(mapping.parameter, existing).length > 0}
            />
          ))}
        </div>
      </Radio.Group>
      <SourceDetails
        mapping={mapping}
        existing={existing}
        settings={settings}
        problem={problem}
        onChange={setMapping}
      />
      <Group justify="flex-end" gap="xs">
        <Button size="xs" variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button size="xs" type="submit" disabled={problem !== null}>
          {t('OK')}
        </Button>
      </Group>
    </form>
  )
}

/** Handles Escape before the dialog does. */
function hasOpenList({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'
}

interface ChoiceProps {
  source: ValueSource
  label: string
  isFocused: boolean
  isPossible: boolean
}

const noneOfType = t('There are no dashboard parameters corresponding to this data type')

function Choice({ source, label, isFocused, isPossible }: ChoiceProps) {
  return (
    <Tooltip label={noneOfType} disabled={isPossible} multiline maw={260}>
      <div className={classes.choice}>
        <Radio
          size="xs"
          value={source}
          label={label}
          disabled={!isPossible}
          aria-description={isPossible ? undefined : noneOfType}
          data-autofocus={isFocused || undefined}
        />
      </div>
    </Tooltip>
  )
}

interface SourceDetailsProps {
  mapping: EditedMapping
  existing: readonly StoredParameter[]
  settings: SourceSettings
  problem: string | null
  onChange(mapping: EditedMapping): void
}

function SourceDetails({ mapping, existing, settings, problem, onChange }: SourceDetailsProps) {
  const { parameter, source, keyword, value } = mapping
  switch (source) {
    case 'new-dashboard':
      return (
        <TextInput
          size="xs"
          label={t('Keyword')}
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
          error={problem}
          value={keyword}
          onChange={(event) => onChange(withKeyword(mapping, event.currentTarget.value, existing))}
        />
      )
    case 'existing-dashboard':
      return (
        <Select
          size="xs"
          label={t('Keyword')}
          allowDeselect={false}
          data={sharable(parameter, existing).map((one) => ({
            value: one.name,
            label: one.name === parameterLabel(one) ? one.name : `${one.name} (${parameterLabel(one)})`,
          }))}
          value={keyword}
          onChange={(name) => {
            if (name !== null) onChange(withKeyword(mapping, name, existing))
          }}
        />
      )
    case 'static':
      return (
        // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the control in it
        <div onKeyDown={(event) => isFreeText(parameter) || keepEscape(event)}>
          <ParameterField
            {...settings}
            parameter={{ ...parameter, title: t('Value'), value }}
            isDirty={false}
            others={{}}
            onChange={(next) => onChange({ ...mapping, value: normalizeValue(parameter, next) })}
          />
        </div>
      )
    case 'widget':
      return null
  }
}

/** Other controls have calendars and lists, which handle Escape themselves. */
function isFreeText({ type }: StoredParameter): boolean {
  return !isDateType(type) && !isDateRangeType(type) && type !== 'enum' && type !== 'query'
}

function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.stopPropagation()
}
