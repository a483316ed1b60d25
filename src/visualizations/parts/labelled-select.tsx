import { Select, type SelectProps } from '@mantine/core'
import type { ReactNode } from 'react'

export interface Choice<V extends string> {
  value: V
  label: string
  disabled?: boolean
}

export interface LabelledSelectProps<V extends string>
  extends Omit<SelectProps<string>, 'data' | 'value' | 'onChange' | 'label' | 'defaultValue'> {
  label: ReactNode
  choices: readonly Choice<V>[]
  value: V
  onChange(value: V): void
}

/** Selects one of several choices. A stored value that is not offered stays visible and is never changed silently. */
export function LabelledSelect<V extends string>({
  choices,
  value,
  onChange,
  ...rest
}: LabelledSelectProps<V>) {
  const known = choices.some((choice) => choice.value === value)
  const data: Choice<string>[] = known ? [...choices] : [...choices, { value, label: value }]
  return (
    <Select
      size="sm"
      allowDeselect={false}
      comboboxProps={{ withinPortal: true }}
      {...rest}
      data={data}
      value={value}
      onChange={(next) => {
        const chosen = choices.find((choice) => choice.value === next)
        if (chosen) onChange(chosen.value)
      }}
    />
  )
}
