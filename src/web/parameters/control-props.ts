import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'

/** The props of every control of a parameter. */
export interface ControlProps {
  /** with the value that the control shows */
  parameter: StoredParameter
  label: string
  /** of the control, for its label */
  id: string
  labelId: string
  settings: ParameterSettings
  onChange(value: unknown): void
}

/** Settings of the organization that controls need. */
export interface ParameterSettings {
  /** for display, for example `DD/MM/YY`; values are stored in ISO form */
  dateFormat: string
  /** IANA zone of dynamic dates */
  timeZone: string
}
