import { Checkbox } from '@mantine/core'
import { DebouncedTextarea } from './debounced-input.tsx'

interface TemplateControlsProps {
  name: 'tooltip' | 'popup'
  show: string
  label: string
  placeholder?: string
  options: Record<'tooltip' | 'popup', { enabled: boolean; template: string }>
  change(partial: object): void
}

/** The switch and the HTML template of a map's tooltip or popup. */
export function TemplateControls({ name, show, label, placeholder, options, change }: TemplateControlsProps) {
  const { enabled, template } = options[name]
  return (
    <>
      <Checkbox
        label={show}
        checked={enabled}
        onChange={(event) => change({ [name]: { enabled: event.currentTarget.checked } })}
      />
      <DebouncedTextarea
        label={label}
        {...(placeholder !== undefined && { placeholder })}
        disabled={!enabled}
        value={template}
        onChange={(next) => change({ [name]: { template: next } })}
      />
    </>
  )
}
