import { Checkbox, Stack } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { ColorField } from '../parts/color-picker.tsx'
import { scaleColorPresets } from '../parts/color-presets.ts'
import { ColumnSelect } from '../parts/column-select.tsx'
import { DebouncedInput, DebouncedNumberInput } from '../parts/debounced-input.tsx'
import { EditorTabs } from '../parts/editor-tabs.tsx'
import { type Choice, LabelledSelect } from '../parts/labelled-select.tsx'
import { mergeOptions } from '../parts/merge-options.ts'
import type { EditorProps, VisualizationData } from '../visualization.ts'
import { type CohortOptions, offeredSteps } from './cohort-options.ts'

interface TabProps {
  columns: VisualizationData['columns']
  options: CohortOptions
  change(part: object): void
}

/** Tabs `Columns`, `Options`, `Colors` and `Appearance` (docs/reference/other-visualizations.md#cohort). */
export default function CohortEditor({ data, options, onOptionsChange }: EditorProps<CohortOptions>) {
  const props: TabProps = {
    columns: data.columns,
    options,
    change: (part) => onOptionsChange(mergeOptions(options, part)),
  }
  return (
    <EditorTabs
      tabs={[
        { key: 'columns', title: t('Columns'), content: <ColumnsTab {...props} /> },
        { key: 'options', title: t('Options'), content: <OptionsTab {...props} /> },
        { key: 'colors', title: t('Colors'), content: <ColorsTab {...props} /> },
        { key: 'appearance', title: t('Appearance'), content: <AppearanceTab {...props} /> },
      ]}
    />
  )
}

function ColumnsTab({ columns, options, change }: TabProps) {
  return (
    <Stack gap="md">
      <ColumnSelect
        label={t('Date (Bucket)')}
        columns={columns}
        value={options.dateColumn}
        onChange={(dateColumn) => change({ dateColumn })}
      />
      <ColumnSelect
        label={t('Stage')}
        columns={columns}
        value={options.stageColumn}
        onChange={(stageColumn) => change({ stageColumn })}
      />
      <ColumnSelect
        label={t('Bucket Population Size')}
        columns={columns}
        value={options.totalColumn}
        onChange={(totalColumn) => change({ totalColumn })}
      />
      <ColumnSelect
        label={t('Stage Value')}
        columns={columns}
        value={options.valueColumn}
        onChange={(valueColumn) => change({ valueColumn })}
      />
    </Stack>
  )
}

const intervalChoices: readonly Choice<string>[] = [
  { value: 'daily', label: t('Daily') },
  { value: 'weekly', label: t('Weekly') },
  { value: 'monthly', label: t('Monthly') },
]
/** Offered only when it is already stored. */
const yearly: Choice<string> = { value: 'yearly', label: t('Yearly') }

const modeChoices: readonly Choice<string>[] = [
  { value: 'diagonal', label: t('Fill gaps with zeros') },
  { value: 'simple', label: t('Show data as is') },
]

function OptionsTab({ options: { timeInterval, mode }, change }: TabProps) {
  return (
    <Stack gap="md">
      <LabelledSelect
        label={t('Time Interval')}
        choices={timeInterval === yearly.value ? [...intervalChoices, yearly] : intervalChoices}
        value={timeInterval}
        onChange={(next) => change({ timeInterval: next })}
      />
      <LabelledSelect
        label={t('Mode')}
        choices={modeChoices}
        value={mode}
        onChange={(next) => change({ mode: next })}
      />
    </Stack>
  )
}

function ColorsTab({ options: { colors }, change }: TabProps) {
  return (
    <Stack gap="md">
      <ColorField
        label={t('Min Color')}
        value={colors.min}
        presets={scaleColorPresets}
        onChange={(min) => change({ colors: { min } })}
      />
      <ColorField
        label={t('Max Color')}
        value={colors.max}
        presets={scaleColorPresets}
        onChange={(max) => change({ colors: { max } })}
      />
      <DebouncedNumberInput
        label={t('Steps')}
        min={offeredSteps.min}
        max={offeredSteps.max}
        allowDecimal={false}
        value={colors.steps}
        onChange={(steps) => {
          // a number that is still being typed may be out of range
          if (steps === null || steps < offeredSteps.min || steps > offeredSteps.max) return
          change({ colors: { steps } })
        }}
      />
    </Stack>
  )
}

const texts = [
  ['timeColumnTitle', t('Time Column Title')],
  ['peopleColumnTitle', t('People Column Title')],
  ['stageColumnTitle', t('Stage Column Title')],
  ['numberFormat', t('Number Values Format')],
  ['percentFormat', t('Percent Values Format')],
  ['noValuePlaceholder', t('No Value Placeholder')],
] as const

function AppearanceTab({ options, change }: TabProps) {
  return (
    <Stack gap="md">
      {texts.map(([key, label]) => (
        <DebouncedInput
          key={key}
          label={label}
          description={key === 'stageColumnTitle' ? t('{{ @ }} is the number of the stage.') : undefined}
          value={options[key]}
          onChange={(text) => change({ [key]: text })}
        />
      ))}
      <Checkbox
        label={t('Show Tooltips')}
        checked={options.showTooltips}
        onChange={(event) => change({ showTooltips: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('Normalize Values to Percentage')}
        checked={options.percentValues}
        onChange={(event) => change({ percentValues: event.currentTarget.checked })}
      />
    </Stack>
  )
}
