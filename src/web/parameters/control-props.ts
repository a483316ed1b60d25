import type { StoredParameter } from '#shared/queries/detect-parameters.ts'

/** What every control of a parameter gets. */
export interface ControlProps {
  /** with the value that the control shows */
  parameter: StoredParameter
  label: string
  /** for the control, so that the label belongs to it */
  id: string
  labelId: string
  settings: ParameterSettings
  onChange(value: unknown): void
}

/** Settings of the organisation that controls need. */
export interface ParameterSettings {
  /** for display, for example `DD/MM/YY`; values are kept in ISO form */
  dateFormat: string
  /** IANA zone in which dynamic dates are meant */
  timeZone: string
}
