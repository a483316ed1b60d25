import { Group, Select } from '@mantine/core'
import type { DataSource } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { TypeLogo } from '#web/data-sources/type-logo.tsx'

export interface DataSourceSelectProps {
  sources: readonly DataSource[]
  value: number | null
  isDisabled: boolean
  onChange(id: number): void
}

/** The data source of the query, with the logo of its type. */
export function DataSourceSelect({ sources, value, isDisabled, onChange }: DataSourceSelectProps) {
  const chosen = sources.find((source) => source.id === value)
  return (
    <Select
      size="sm"
      aria-label={t('Data Source')}
      placeholder={t('Choose data source...')}
      searchable
      allowDeselect={false}
      disabled={isDisabled || sources.length === 0}
      data={sources.map((source) => ({ value: String(source.id), label: source.name }))}
      value={chosen ? String(chosen.id) : null}
      leftSection={chosen && <TypeLogo type={chosen.type} size={24} />}
      leftSectionPointerEvents="none"
      onChange={(id) => {
        if (id !== null) onChange(Number(id))
      }}
      renderOption={({ option }) => {
        const source = sources.find((one) => String(one.id) === option.value)
        return (
          <Group gap="xs" wrap="nowrap">
            {source && <TypeLogo type={source.type} size={24} />}
            <span>{option.label}</span>
          </Group>
        )
      }}
    />
  )
}
