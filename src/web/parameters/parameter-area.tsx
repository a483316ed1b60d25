import { ActionIcon, Badge, Button, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useMemo } from 'react'
import { t } from '#shared/messages/translate.ts'
import { takesSeveral } from '#shared/parameters/check-value.ts'
import {
  parameterLabel,
  parameterValues,
  type StoredParameter,
} from '#shared/parameters/detect-parameters.ts'
import { matchesShortcut, shortcutLabel } from '#shared/queries/keyboard-shortcuts.ts'
import { isMac } from '#web/ui/is-mac.ts'
import type { ParameterSettings } from './control-props.ts'
import type { DropdownSource } from './dropdown-source.ts'
import classes from './parameter-area.module.css'
import { ParameterField } from './parameter-field.tsx'
import type { Parameters } from './use-parameters.ts'

export interface ParameterAreaProps {
  parameters: Parameters
  settings: ParameterSettings
  dropdowns: DropdownSource
  /** true for parameters in `hide_filter` of the address, whose controls are hidden */
  isHidden?(name: string): boolean
  onApply(): void
  /** adds a gear to every parameter */
  onEdit?: ((parameter: StoredParameter) => void) | undefined
  /** replaces the usual side-by-side layout, for example to make fields draggable */
  arrange?: ((fields: readonly ArrangedField[]) => ReactNode) | undefined
}

export interface ArrangedField {
  name: string
  label: string
  /** the room that its control needs */
  width: 'usual' | 'wide' | 'widest'
  draw(handle?: ReactNode): ReactNode
}

/** The controls of a query's parameters, above its results. Independent of router and session. */
export function ParameterArea(props: ParameterAreaProps) {
  const { parameters, isHidden, onApply, arrange } = props
  const fields = useFields(props)
  const visible = parameters.shown.filter((one) => one.hidden !== true && !isHidden?.(one.name))
  if (visible.length === 0 && parameters.pendingCount === 0) return null
  const onKeyDown = (event: KeyboardEvent) => {
    if (parameters.pendingCount === 0 || !matchesShortcut(event, 'applyParameters', isMac)) return
    event.preventDefault()
    event.stopPropagation()
    onApply()
  }
  const arranged = visible.map(fields)
  return (
    // capture, because Enter in an open list would first choose from it
    <fieldset className={classes.area} onKeyDownCapture={onKeyDown}>
      <legend className="sx-visually-hidden">{t('Parameters')}</legend>
      {arrange
        ? arrange(arranged)
        : arranged.map((field) => (
            <div key={field.name} className={classes.slot} data-width={field.width}>
              {field.draw()}
            </div>
          ))}
      {parameters.pendingCount > 0 && (
        <ApplyChanges count={parameters.pendingCount} onApply={onApply} onDrop={parameters.drop} />
      )}
    </fieldset>
  )
}

function useFields({ parameters, settings, dropdowns, onEdit }: ParameterAreaProps) {
  const values = useMemo(
    () => parameterValues(parameters.shown.filter(({ value }) => value !== null)),
    [parameters.shown],
  )
  return (parameter: StoredParameter): ArrangedField => {
    const { name } = parameter
    const { [name]: _, ...others } = values
    return {
      name,
      label: parameterLabel(parameter),
      width: widthOf(parameter),
      draw: (handle) => (
        <ParameterField
          parameter={parameter}
          isDirty={parameters.pending.has(name)}
          settings={settings}
          dropdowns={dropdowns}
          others={others}
          handle={handle}
          onChange={(value) => parameters.set(name, value)}
          onEdit={onEdit && (() => onEdit(parameter))}
        />
      ),
    }
  }
}

function widthOf(parameter: StoredParameter): ArrangedField['width'] {
  const { type } = parameter
  if (type === 'datetime-range' || type === 'datetime-range-with-seconds') return 'widest'
  const isList = type === 'enum' || type === 'query'
  return type === 'date-range' || (isList && takesSeveral(parameter)) ? 'wide' : 'usual'
}

interface ApplyChangesProps {
  count: number
  onApply(): void
  onDrop(): void
}

function ApplyChanges({ count, onApply, onDrop }: ApplyChangesProps) {
  return (
    <div className={classes.apply}>
      <Tooltip label={shortcutLabel('mod+enter', isMac)}>
        <Button
          size="xs"
          rightSection={
            <Badge size="sm" circle variant="white">
              {count}
            </Badge>
          }
          onClick={onApply}
        >
          {t('Apply Changes')}
        </Button>
      </Tooltip>
      <Tooltip label={t('Drop the changes')}>
        <ActionIcon
          size={30}
          variant="subtle"
          color="gray"
          aria-label={t('Drop the changes')}
          onClick={onDrop}
        >
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
