import { normalizeColor } from '../parts/colors.ts'
import { storedBoolean, storedNumber, storedRecord, storedText } from '../parts/stored-values.ts'

/** Stored options of a cohort with every default filled (docs/reference/other-visualizations.md#cohort). Unknown keys are kept. */
export interface CohortOptions {
  /** `daily`, `weekly`, `monthly`, `yearly`; anything else counts as daily */
  timeInterval: string
  /** `diagonal` fills gaps with zeros, `simple` shows the data as they are; anything else counts as diagonal */
  mode: string
  dateColumn: string
  stageColumn: string
  totalColumn: string
  valueColumn: string
  showTooltips: boolean
  percentValues: boolean
  timeColumnTitle: string
  peopleColumnTitle: string
  /** template; `{{ @ }}` is the number of the stage */
  stageColumnTitle: string
  numberFormat: string
  percentFormat: string
  noValuePlaceholder: string
  colors: CohortColors
  [key: string]: unknown
}

export interface CohortColors {
  min: string
  max: string
  steps: number
  [key: string]: unknown
}

/** The range of the editor; stored options may be outside of it. */
export const offeredSteps = { min: 3, max: 20 }
const drawnSteps = { min: 2, max: 100 }

const defaultTexts = {
  timeInterval: 'daily',
  mode: 'diagonal',
  dateColumn: 'date',
  stageColumn: 'day_number',
  totalColumn: 'total',
  valueColumn: 'value',
  timeColumnTitle: 'Time',
  peopleColumnTitle: 'Users',
  stageColumnTitle: '{{ @ }}',
  numberFormat: '0,0[.]00',
  percentFormat: '0.00%',
  noValuePlaceholder: '-',
}
const defaultColors = { min: '#ffffff', max: '#002FB4', steps: 7 }

type Stored = Readonly<Record<string, unknown>>

export function normalizeCohort(stored: Stored): CohortOptions {
  const text = (key: keyof typeof defaultTexts) => storedText(stored[key], defaultTexts[key])
  return {
    ...stored,
    timeInterval: text('timeInterval'),
    mode: text('mode'),
    dateColumn: text('dateColumn'),
    stageColumn: text('stageColumn'),
    totalColumn: text('totalColumn'),
    valueColumn: text('valueColumn'),
    showTooltips: storedBoolean(stored.showTooltips, true),
    percentValues: storedBoolean(stored.percentValues, true),
    timeColumnTitle: text('timeColumnTitle'),
    peopleColumnTitle: text('peopleColumnTitle'),
    stageColumnTitle: text('stageColumnTitle'),
    numberFormat: text('numberFormat'),
    percentFormat: text('percentFormat'),
    noValuePlaceholder: text('noValuePlaceholder'),
    colors: cohortColors(stored.colors),
  }
}

function cohortColors(stored: unknown): CohortColors {
  const colors = storedRecord(stored)
  const steps = Math.trunc(storedNumber(colors.steps, defaultColors.steps))
  return {
    ...colors,
    min: color(colors.min, defaultColors.min),
    max: color(colors.max, defaultColors.max),
    steps: Math.min(drawnSteps.max, Math.max(drawnSteps.min, steps)),
  }
}

/** Keeps the stored spelling of a valid color. */
function color(value: unknown, fallback: string): string {
  return typeof value === 'string' && normalizeColor(value) !== undefined ? value : fallback
}
