import { MultiSelect, Pill, Select } from '@mantine/core'
import { useMemo } from 'react'
import { t } from '#shared/messages/translate.ts'
import type { ResultFilter } from '#shared/results/filters.ts'
import classes from './filter-fields.module.css'
import { type DateFormats, filterLabel } from './filter-label.ts'
import { PlacesInRow } from './filter-places.tsx'

export interface FilterFieldsProps {
  filters: readonly ResultFilter[]
  /** formats of dates */
  formats: DateFormats
  onChange(filters: ResultFilter[]): void
  /** filters that are still to come: they have their places */
  coming?: number
}

const clearEntry = 'clear'
const allEntry = 'all'
const shownOptions = 300
/** At most 3 tags of 10 characters, then `+N more` (docs/reference/screens.md#constants-of-the-interface). */
const shownTags = 3
const tagLength = 10

function shorten(label: string): string {
  return label.length > tagLength ? `${label.slice(0, tagLength)}…` : label
}

/** One select per filter column of the result (docs/reference/visualizations.md#filter-columns). */
export function FilterFields({ filters, formats, onChange, coming = 0 }: FilterFieldsProps) {
  if (filters.length === 0) return null
  return (
    <div className={classes.filters}>
      {filters.map((filter) => (
        <FilterSelect
          key={filter.name}
          filter={filter}
          formats={formats}
          onChoose={(current) =>
            onChange(filters.map((one) => (one.name === filter.name ? { ...one, current } : one)))
          }
        />
      ))}
      <PlacesInRow count={coming} />
    </div>
  )
}

interface FilterSelectProps {
  filter: ResultFilter
  formats: DateFormats
  onChoose(current: unknown): void
}

function FilterSelect({ filter, formats, onChoose }: FilterSelectProps) {
  const { dateFormat, dateTimeFormat } = formats
  const options = useMemo(
    () =>
      filter.values.map((value, index) => ({
        value: String(index),
        label: filterLabel(value, filter.column.type, { dateFormat, dateTimeFormat }),
      })),
    [filter.values, filter.column.type, dateFormat, dateTimeFormat],
  )
  const common = { size: 'xs', label: filter.friendlyName, searchable: true, limit: shownOptions } as const
  if (options.length === 0) {
    return <Select {...common} data={[]} value={null} disabled placeholder={t('No values')} />
  }
  const indexOf = (value: unknown) => String(filter.values.indexOf(value))
  if (!filter.multiple) {
    return (
      <Select
        {...common}
        data={options}
        value={indexOf(filter.current)}
        allowDeselect={false}
        onChange={(index) => {
          if (index !== null) onChoose(filter.values[Number(index)])
        }}
      />
    )
  }
  const chosen = Array.isArray(filter.current) ? (filter.current as unknown[]) : []
  return (
    <MultiSelect
      {...common}
      clearable
      classNames={{ inputField: classes.filterField }}
      clearButtonProps={{ 'aria-label': t('Clear {friendlyName}', { friendlyName: filter.friendlyName }) }}
      data={[
        { value: clearEntry, label: t('Clear') },
        { value: allEntry, label: t('Select All') },
        { group: t('Values'), items: options },
      ]}
      value={chosen.map(indexOf)}
      renderPill={({ option, value, onRemove }) => {
        const place = chosen.findIndex((one) => indexOf(one) === value)
        if (place > shownTags) return null
        if (place === shownTags)
          return <Pill>{t('+{count} more', { count: chosen.length - shownTags })}</Pill>
        return (
          <Pill
            withRemoveButton
            onRemove={onRemove}
            removeButtonProps={{ 'aria-label': t('Remove {label}', { label: option.label }) }}
          >
            {shorten(option.label)}
          </Pill>
        )
      }}
      onChange={(picked) => {
        if (picked.includes(clearEntry)) onChoose([])
        else if (picked.includes(allEntry)) onChoose(filter.values)
        else onChoose(picked.map((index) => filter.values[Number(index)]))
      }}
    />
  )
}
