import { Checkbox, Code, Group, Input, List, Stack, Text } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { DebouncedInput } from '../debounced-input.tsx'
import { HelpPopover } from '../help-popover.tsx'
import { Message } from '../message.tsx'
import { kindOf } from './cell.ts'
import classes from './column-list.module.css'
import type { TableColumn } from './column-options.ts'

export interface ColumnControlProps {
  column: TableColumn
  onChange(part: Partial<TableColumn>): void
}

/** The controls of one display kind (docs/reference/visualizations.md#table-editor). */
export function ColumnFormat(props: ColumnControlProps) {
  switch (kindOf(props.column)) {
    case 'string':
      return <TextFormat {...props} />
    case 'number':
      return (
        <DebouncedInput
          label={t('Number format')}
          value={props.column.numberFormat ?? ''}
          onChange={(numberFormat) => props.onChange({ numberFormat })}
        />
      )
    case 'datetime':
      return (
        <DebouncedInput
          label={t('Date/Time format')}
          value={props.column.dateTimeFormat ?? ''}
          onChange={(dateTimeFormat) => props.onChange({ dateTimeFormat })}
        />
      )
    case 'boolean':
      return <BooleanFormat {...props} />
    case 'link':
      return <LinkFormat {...props} />
    case 'image':
      return <ImageFormat {...props} />
    default:
      return null
  }
}

function TextFormat({ column, onChange }: ColumnControlProps) {
  return (
    <>
      <Checkbox
        label={t('Allow HTML content')}
        checked={column.allowHTML}
        onChange={(event) => onChange({ allowHTML: event.currentTarget.checked })}
      />
      {column.allowHTML ? (
        <Checkbox
          label={t('Highlight links')}
          checked={column.highlightLinks}
          onChange={(event) => onChange({ highlightLinks: event.currentTarget.checked })}
        />
      ) : null}
    </>
  )
}

function BooleanFormat({ column, onChange }: ColumnControlProps) {
  // a single text is the one for true
  const texts = column.booleanValues
  const [whenFalse, whenTrue] = texts.length === 1 ? ['', texts[0]] : texts
  return (
    <>
      <DebouncedInput
        label={t('Value for false')}
        value={whenFalse ?? ''}
        onChange={(value) => onChange({ booleanValues: [value, whenTrue ?? ''] })}
      />
      <DebouncedInput
        label={t('Value for true')}
        value={whenTrue ?? ''}
        onChange={(value) => onChange({ booleanValues: [whenFalse ?? '', value] })}
      />
    </>
  )
}

function LinkFormat({ column, onChange }: ColumnControlProps) {
  return (
    <>
      <DebouncedInput
        label={t('URL template')}
        value={column.linkUrlTemplate}
        onChange={(linkUrlTemplate) => onChange({ linkUrlTemplate })}
      />
      <DebouncedInput
        label={t('Text template')}
        value={column.linkTextTemplate}
        onChange={(linkTextTemplate) => onChange({ linkTextTemplate })}
      />
      <DebouncedInput
        label={t('Title template')}
        value={column.linkTitleTemplate}
        onChange={(linkTitleTemplate) => onChange({ linkTitleTemplate })}
      />
      <Checkbox
        label={t('Open in new tab')}
        checked={column.linkOpenInNewTab}
        onChange={(event) => onChange({ linkOpenInNewTab: event.currentTarget.checked })}
      />
      <FormatSpecs />
    </>
  )
}

function ImageFormat({ column, onChange }: ColumnControlProps) {
  return (
    <>
      <DebouncedInput
        label={t('URL template')}
        value={column.imageUrlTemplate}
        onChange={(imageUrlTemplate) => onChange({ imageUrlTemplate })}
      />
      <Input.Wrapper label={t('Size')} labelElement="div">
        <Group gap="xs" wrap="nowrap">
          <DebouncedInput
            className={classes.grow}
            aria-label={t('Width')}
            placeholder={t('Width')}
            value={column.imageWidth}
            onChange={(imageWidth) => onChange({ imageWidth })}
          />
          <Text c="dimmed" aria-hidden>
            ×
          </Text>
          <DebouncedInput
            className={classes.grow}
            aria-label={t('Height')}
            placeholder={t('Height')}
            value={column.imageHeight}
            onChange={(imageHeight) => onChange({ imageHeight })}
          />
        </Group>
      </Input.Wrapper>
      <DebouncedInput
        label={t('Title template')}
        value={column.imageTitleTemplate}
        onChange={(imageTitleTemplate) => onChange({ imageTitleTemplate })}
      />
      <FormatSpecs />
    </>
  )
}

/** Explains the templates of links and images. */
function FormatSpecs() {
  return (
    <HelpPopover label={t('Format specs')} withText>
      <Stack gap="xs">
        <Text size="sm">{t('Names in double braces are replaced by values of the row:')}</Text>
        <List size="sm" spacing={4}>
          <List.Item>
            <Message text={t('{value} is this cell')} values={{ value: <Code>{'{{ @ }}'}</Code> }} />
          </List.Item>
          <List.Item>
            <Message
              text={t('{value} is the cell of another column')}
              values={{ value: <Code>{'{{ column_name }}'}</Code> }}
            />
          </List.Item>
        </List>
        <Text size="sm">
          <Message
            text={t(
              'For example {value}. Columns with spaces in their name cannot be used. Links may start with http, https, ftp, mailto or tel, or be relative; pictures with http or https.',
            )}
            values={{ value: <Code>{'https://example.com/orders/{{ id }}'}</Code> }}
          />
        </Text>
      </Stack>
    </HelpPopover>
  )
}
