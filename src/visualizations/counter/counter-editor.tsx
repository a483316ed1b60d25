import { Stack, Switch } from '@mantine/core'
import { useMemo } from 'react'
import { t } from '#shared/messages/translate.ts'
import { ColumnSelect } from '../parts/column-select.tsx'
import { DebouncedInput, DebouncedNumberInput } from '../parts/debounced-input.tsx'
import { EditorTabs } from '../parts/editor-tabs.tsx'
import { mergeOptions } from '../parts/merge-options.ts'
import type { EditorProps } from '../visualization.ts'
import { counterModel } from './counter-model.ts'
import type { CounterOptions } from './counter-options.ts'

interface TabProps extends EditorProps<CounterOptions> {
  change(part: Partial<CounterOptions>): void
}

/** Tabs `General` and `Format` (docs/reference/other-visualizations.md#counter). */
export default function CounterEditor(props: EditorProps<CounterOptions>) {
  const change = (part: Partial<CounterOptions>) => props.onOptionsChange(mergeOptions(props.options, part))
  return (
    <EditorTabs
      tabs={[
        { key: 'general', title: t('General'), content: <GeneralTab {...props} change={change} /> },
        { key: 'format', title: t('Format'), content: <FormatTab {...props} change={change} /> },
      ]}
    />
  )
}

const rowNumberHelp = t('Negative numbers count from the last row.')

function GeneralTab({ data, options, change }: TabProps) {
  const isCounting = options.countRow === true
  return (
    <Stack gap="md">
      <DebouncedInput
        label={t('Counter Label')}
        value={options.counterLabel}
        onChange={(counterLabel) => change({ counterLabel })}
      />
      <ColumnSelect
        label={t('Counter Value Column Name')}
        columns={data.columns}
        disabled={isCounting}
        value={options.counterColName}
        onChange={(counterColName) => change({ counterColName })}
      />
      <DebouncedNumberInput
        label={t('Counter Value Row Number')}
        description={rowNumberHelp}
        allowDecimal={false}
        disabled={isCounting}
        value={options.rowNumber}
        onChange={(rowNumber) => change({ rowNumber })}
      />
      <ColumnSelect
        label={t('Target Value Column Name')}
        columns={data.columns}
        none={t('No target value')}
        value={options.targetColName ?? ''}
        onChange={(targetColName) => change({ targetColName })}
      />
      <DebouncedNumberInput
        label={t('Target Value Row Number')}
        description={rowNumberHelp}
        allowDecimal={false}
        value={options.targetRowNumber}
        onChange={(targetRowNumber) => change({ targetRowNumber })}
      />
      <Switch
        label={t('Count Rows')}
        checked={isCounting}
        onChange={(event) => change({ countRow: event.currentTarget.checked })}
      />
    </Stack>
  )
}

function FormatTab({ data, options, settings, change }: TabProps) {
  const isNumber = useMemo(() => counterModel(data, options, settings).isNumber, [data, options, settings])
  return (
    <Stack gap="md">
      <DebouncedNumberInput
        label={t('Formatting Decimal Place')}
        min={0}
        max={100}
        allowDecimal={false}
        disabled={!isNumber}
        value={options.stringDecimal}
        onChange={(stringDecimal) => change({ stringDecimal })}
      />
      <DebouncedInput
        label={t('Formatting Decimal Character')}
        disabled={!isNumber}
        value={options.stringDecChar}
        onChange={(stringDecChar) => change({ stringDecChar })}
      />
      <DebouncedInput
        label={t('Formatting Thousands Separator')}
        disabled={!isNumber}
        value={options.stringThouSep}
        onChange={(stringThouSep) => change({ stringThouSep })}
      />
      <DebouncedInput
        label={t('Formatting String Prefix')}
        disabled={!isNumber}
        value={options.stringPrefix ?? ''}
        onChange={(stringPrefix) => change({ stringPrefix })}
      />
      <DebouncedInput
        label={t('Formatting String Suffix')}
        disabled={!isNumber}
        value={options.stringSuffix ?? ''}
        onChange={(stringSuffix) => change({ stringSuffix })}
      />
      <Switch
        label={t('Format Target Value')}
        checked={options.formatTargetValue === true}
        onChange={(event) => change({ formatTargetValue: event.currentTarget.checked })}
      />
    </Stack>
  )
}
