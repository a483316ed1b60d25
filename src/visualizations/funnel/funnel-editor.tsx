import { Checkbox, Stack } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { ColorSchemeSelect } from '../parts/color-scheme-select.tsx'
import { ColumnSelect } from '../parts/column-select.tsx'
import { DebouncedInput, DebouncedNumberInput } from '../parts/debounced-input.tsx'
import { EditorTabs } from '../parts/editor-tabs.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import { mergeOptions } from '../parts/merge-options.ts'
import type { EditorProps, VisualizationData } from '../visualization.ts'
import { type FunnelOptions, minItems } from './funnel-options.ts'

interface TabProps {
  columns: VisualizationData['columns']
  options: FunnelOptions
  change(part: object): void
}

/** Tabs `General` and `Appearance` (docs/reference/other-visualizations.md#funnel). */
export default function FunnelEditor({ data, options, onOptionsChange }: EditorProps<FunnelOptions>) {
  const props: TabProps = {
    columns: data.columns,
    options,
    change: (part) => onOptionsChange(mergeOptions(options, part)),
  }
  return (
    <EditorTabs
      tabs={[
        { key: 'general', title: t('General'), content: <GeneralTab {...props} /> },
        { key: 'appearance', title: t('Appearance'), content: <AppearanceTab {...props} /> },
      ]}
    />
  )
}

function GeneralTab({ columns, options, change }: TabProps) {
  const { stepCol, valueCol, autoSort } = options
  return (
    <Stack gap="md">
      <ColumnSelect
        label={t('Step Column')}
        columns={columns}
        value={stepCol.colName}
        onChange={(colName) => change({ stepCol: { colName } })}
      />
      <DebouncedInput
        label={t('Step Column Title')}
        value={stepCol.displayAs}
        onChange={(displayAs) => change({ stepCol: { displayAs } })}
      />
      <ColumnSelect
        label={t('Value Column')}
        columns={columns}
        value={valueCol.colName}
        onChange={(colName) => change({ valueCol: { colName } })}
      />
      <DebouncedInput
        label={t('Value Column Title')}
        value={valueCol.displayAs}
        onChange={(displayAs) => change({ valueCol: { displayAs } })}
      />
      <Checkbox
        label={t('Custom Sorting')}
        checked={!autoSort}
        onChange={(event) => change({ autoSort: !event.currentTarget.checked })}
      />
      {autoSort ? null : <CustomSorting columns={columns} options={options} change={change} />}
    </Stack>
  )
}

function CustomSorting({ columns, options: { sortKeyCol }, change }: TabProps) {
  return (
    <>
      <ColumnSelect
        label={t('Sort Column')}
        columns={columns}
        value={sortKeyCol.colName}
        onChange={(colName) => change({ sortKeyCol: { colName } })}
      />
      <LabelledSelect
        label={t('Sort Order')}
        disabled={sortKeyCol.colName === null}
        choices={[
          { value: 'asc', label: t('ascending') },
          { value: 'desc', label: t('descending') },
        ]}
        value={sortKeyCol.reverse ? 'desc' : 'asc'}
        onChange={(order) => change({ sortKeyCol: { reverse: order === 'desc' } })}
      />
    </>
  )
}

function AppearanceTab({ options, change }: TabProps) {
  const { min, max } = options.percentValuesRange
  return (
    <Stack gap="md">
      <ColorSchemeSelect value={options.color_scheme} onChange={(color_scheme) => change({ color_scheme })} />
      <DebouncedInput
        label={t('Number Values Format')}
        value={options.numberFormat}
        onChange={(numberFormat) => change({ numberFormat })}
      />
      <DebouncedInput
        label={t('Percent Values Format')}
        value={options.percentFormat}
        onChange={(percentFormat) => change({ percentFormat })}
      />
      <DebouncedNumberInput
        label={t('Items Count Limit')}
        min={minItems}
        allowDecimal={false}
        value={options.itemsLimit}
        onChange={(itemsLimit) => {
          // a number that is still being typed may be too small
          if (itemsLimit !== null && itemsLimit >= minItems) change({ itemsLimit })
        }}
      />
      <DebouncedNumberInput
        label={t('Min Percent Value')}
        description={t('Smaller percentages are shown as < and this value.')}
        min={0}
        value={min}
        onChange={(value) => {
          if (value !== null) change({ percentValuesRange: { min: value } })
        }}
      />
      <DebouncedNumberInput
        label={t('Max Percent Value')}
        description={t('Larger percentages are shown as > and this value.')}
        min={0}
        value={max}
        onChange={(value) => {
          if (value !== null) change({ percentValuesRange: { max: value } })
        }}
      />
    </Stack>
  )
}
