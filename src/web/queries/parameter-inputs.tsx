import { Badge, Button, TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { parameterLabel } from '#shared/queries/detect-parameters.ts'
import { matchesShortcut, shortcutLabel } from '#shared/queries/keyboard-shortcuts.ts'
import { isMac } from './is-mac.ts'
import classes from './parameter-inputs.module.css'
import { asText, type Parameters } from './use-parameters.ts'

interface ParameterInputsProps {
  parameters: Parameters
  onApply(): void
}

/** One input per parameter of the text, above the results. */
export function ParameterInputs({ parameters, onApply }: ParameterInputsProps) {
  if (parameters.all.length === 0) return null
  const onKeyDown = (event: KeyboardEvent) => {
    if (parameters.pendingCount === 0 || !matchesShortcut(event, 'applyParameters', isMac)) return
    event.preventDefault()
    event.stopPropagation()
    onApply()
  }
  return (
    <fieldset className={classes.row} onKeyDown={onKeyDown}>
      <legend className="sx-visually-hidden">Parameters</legend>
      {parameters.all.map((parameter) => (
        <TextInput
          key={parameter.name}
          size="xs"
          className={classes.input}
          label={parameterLabel(parameter)}
          data-dirty={parameter.name in parameters.pending || undefined}
          value={parameters.pending[parameter.name] ?? asText(parameter.value)}
          onChange={(event) => parameters.set(parameter.name, event.currentTarget.value)}
        />
      ))}
      {parameters.pendingCount > 0 && (
        <Button
          size="xs"
          title={shortcutLabel('mod+enter', isMac)}
          rightSection={
            <Badge size="xs" circle variant="white">
              {parameters.pendingCount}
            </Badge>
          }
          onClick={onApply}
        >
          Apply Changes
        </Button>
      )}
    </fieldset>
  )
}
