import { Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core'
import {
  IconArrowLeft,
  IconArrowRight,
  IconEyeOff,
  IconLayoutColumns,
  IconLayoutRows,
  IconSearch,
} from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { locale, t } from '#shared/messages/translate.ts'
import { type FieldArea, type FieldSlot, slotBeside } from './arrange-fields.ts'
import classes from './pivot.module.css'
import type { FieldChipProps } from './pivot-control-props.ts'
import type { PivotField } from './pivot-field.ts'
import type { ValueFilter } from './pivot-options.ts'

type FieldMenuProps = Pick<
  FieldChipProps,
  'field' | 'slot' | 'arrangement' | 'options' | 'read' | 'onMove' | 'onChange'
> & { onClose(): void }

export function FieldMenu(props: FieldMenuProps) {
  return (
    <Stack gap={6}>
      <Moves {...props} />
      <Divider />
      <Values {...props} />
    </Stack>
  )
}

const targets: readonly { area: FieldArea; label: string; icon: typeof IconArrowLeft }[] = [
  { area: 'rows', label: t('Move to rows'), icon: IconLayoutRows },
  { area: 'cols', label: t('Move to columns'), icon: IconLayoutColumns },
  { area: 'unused', label: t('Move to unused'), icon: IconEyeOff },
]

function Moves({ field, slot, arrangement, onMove, onClose }: FieldMenuProps) {
  const entry = (label: string, Icon: typeof IconArrowLeft, target: FieldSlot | null) =>
    target === null ? null : (
      <Button
        key={label}
        size="compact-sm"
        fw={400}
        variant="subtle"
        color="gray"
        justify="flex-start"
        leftSection={<Icon size={14} aria-hidden />}
        onClick={() => {
          onClose()
          onMove(field, target)
        }}
      >
        {label}
      </Button>
    )
  return (
    <Stack gap={0} role="group" aria-label={t('Move {field}', { field })}>
      {targets
        .filter(({ area }) => area !== slot.area)
        .map(({ area, label, icon }) => entry(label, icon, { area, index: arrangement[area].length }))}
      {entry(t('Move left'), IconArrowLeft, slotBeside(arrangement, field, -1))}
      {entry(t('Move right'), IconArrowRight, slotBeside(arrangement, field, 1))}
    </Stack>
  )
}

function Values({ field, options, read, onChange }: FieldMenuProps) {
  const [search, setSearch] = useState('')
  const all = useMemo(() => sortedValues(read(field)), [read, field])
  const found = useMemo(() => matchingValues(all, search), [all, search])
  const excluded = all.filter((value) => isExcluded(options.valueFilter, field, value)).length
  const isListed = found.length < options.menuLimit
  const set = (values: readonly string[], out: boolean) =>
    onChange({ valueFilter: withExcluded(options.valueFilter, field, values, out) })
  return (
    <Stack gap={6} role="group" aria-label={t('Values of {field}', { field })}>
      <TextInput
        size="xs"
        aria-label={t('Search values')}
        placeholder={t('Search values')}
        leftSection={<IconSearch size={13} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {isListed ? (
        <>
          <Group gap={4} grow>
            <Button size="compact-xs" fw={500} variant="default" onClick={() => set(found, false)}>
              {t('Select all')}
            </Button>
            <Button size="compact-xs" fw={500} variant="default" onClick={() => set(found, true)}>
              {t('Select none')}
            </Button>
          </Group>
          <div className={classes.values}>
            {found.map((value) => (
              <label key={value} className={classes.valueChoice}>
                <input
                  type="checkbox"
                  checked={!isExcluded(options.valueFilter, field, value)}
                  onChange={(event) => set([value], !event.currentTarget.checked)}
                />
                <span>{value === '' ? t('(empty)') : value}</span>
              </label>
            ))}
          </div>
        </>
      ) : null}
      <Text size="xs" c="dimmed" role="status">
        {statusOf(all.length, found.length, excluded, isListed)}
      </Text>
    </Stack>
  )
}

function statusOf(all: number, found: number, excluded: number, isListed: boolean): string {
  if (!isListed)
    return t('{found} values are too many to list. Search to narrow them down.', {
      found: found.toLocaleString(locale),
    })
  if (found === 0) return t('No value matches.')
  return t('{all} of {all2} selected', {
    all: (all - excluded).toLocaleString(locale),
    all2: all.toLocaleString(locale),
  })
}

/** All texts of a field in field order. */
function sortedValues({ texts, ranks }: PivotField): string[] {
  const codes = texts.map((_, code) => code).sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0))
  return codes.map((code) => texts[code] ?? '')
}

export function matchingValues(values: readonly string[], search: string): readonly string[] {
  const wanted = search.trim().toLowerCase()
  return wanted === '' ? values : values.filter((value) => value.toLowerCase().includes(wanted))
}

export function isExcluded(filter: ValueFilter, field: string, value: string): boolean {
  return Object.hasOwn(filter, field) && Object.hasOwn(filter[field] ?? {}, value)
}

/** Returns the filter with these values excluded or included. A field without excluded values is removed. */
export function withExcluded(
  filter: ValueFilter,
  field: string,
  values: readonly string[],
  out: boolean,
): ValueFilter {
  // maps, because a value may be named `__proto__`
  const fields = new Map(Object.entries(filter))
  const excluded = new Map(Object.entries(fields.get(field) ?? {}))
  for (const value of values) {
    if (out) excluded.set(value, true)
    else excluded.delete(value)
  }
  if (excluded.size === 0) fields.delete(field)
  else fields.set(field, Object.fromEntries(excluded))
  return Object.fromEntries(fields)
}
