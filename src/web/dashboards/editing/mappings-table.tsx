import { Code, Table, Text, TextInput } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { parameterLabel, type StoredParameter } from '#shared/parameters/detect-parameters.ts'
import {
  defaultValueText,
  type EditedMapping,
  mappingProblem,
  maxTitleLength,
  sourceText,
  withMapped,
} from './mapping-form.ts'
import classes from './mappings-table.module.css'
import { SourcePopover, type SourceSettings } from './source-popover.tsx'

export interface MappingsTableProps extends SourceSettings {
  mappings: readonly EditedMapping[]
  /** the dashboard's parameters */
  existing: readonly StoredParameter[]
  onChange(mappings: EditedMapping[]): void
  /** name of the parameter whose source is being edited */
  opened: string | null
  onOpen(name: string | null): void
}

/** The source and title of each parameter of a widget's query. */
export function MappingsTable(props: MappingsTableProps) {
  const { mappings, existing, opened, onOpen, onChange, settings, dropdowns } = props
  return (
    <Table.ScrollContainer minWidth={640} type="native">
      <Table className={classes.table} verticalSpacing="xs" aria-label={t('Parameters')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.title}>{t('Title')}</Table.Th>
            <Table.Th>{t('Keyword')}</Table.Th>
            <Table.Th>{t('Default Value')}</Table.Th>
            <Table.Th className={classes.source}>{t('Value Source')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {mappings.map((one) => (
            <MappingRow
              key={one.parameter.name}
              mapping={one}
              mappings={mappings}
              existing={existing}
              settings={{ settings, dropdowns }}
              isOpen={opened === one.parameter.name}
              onOpen={(isOpen) => onOpen(isOpen ? one.parameter.name : null)}
              onChange={(changed) => onChange(withMapped(mappings, changed))}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

interface MappingRowProps {
  mapping: EditedMapping
  mappings: readonly EditedMapping[]
  existing: readonly StoredParameter[]
  settings: SourceSettings
  isOpen: boolean
  onOpen(isOpen: boolean): void
  onChange(mapping: EditedMapping): void
}

function MappingRow(props: MappingRowProps) {
  const { mapping, mappings, existing, onChange } = props
  const { name } = mapping.parameter
  const problem = mappingProblem(mapping, mappings, existing)
  const value = defaultValueText(mapping, existing, props.settings.settings.dateFormat)
  return (
    <Table.Tr>
      <Table.Td>
        {mapping.source === 'static' ? (
          <Text c="dimmed">{parameterLabel(mapping.parameter)}</Text>
        ) : (
          <TextInput
            size="xs"
            aria-label={t('Title of {name}', { name })}
            maxLength={maxTitleLength}
            placeholder={parameterLabel(mapping.parameter)}
            value={mapping.title}
            onChange={(event) => onChange({ ...mapping, title: event.currentTarget.value })}
          />
        )}
      </Table.Td>
      <Table.Td className={classes.text}>
        <Code>{name}</Code>
      </Table.Td>
      <Table.Td className={classes.text}>{value === '' ? <Text c="dimmed">–</Text> : value}</Table.Td>
      <Table.Td className={classes.text}>
        <div className={classes.sourceCell}>
          <div className={classes.words}>
            {sourceText(mapping)}
            {problem !== null && <div className={classes.problem}>{problem}</div>}
          </div>
          <SourcePopover {...props} />
        </div>
      </Table.Td>
    </Table.Tr>
  )
}
