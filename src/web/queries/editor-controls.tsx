import { ActionIcon, Button, Checkbox, Tooltip } from '@mantine/core'
import {
  IconBolt,
  IconBoltOff,
  IconBraces,
  IconDeviceFloppy,
  IconPlayerPlay,
  IconWand,
} from '@tabler/icons-react'
import { queryShortcuts, shortcutLabel } from '#shared/queries/keyboard-shortcuts.ts'
import { autoLimitRows, autoLimitUnavailable, liveAutocompleteColumns } from '#shared/queries/run-rules.ts'
import classes from './editor-controls.module.css'
import { isMac } from './is-mac.ts'

export interface EditorControlsProps {
  /** null: the text may not be changed */
  onAddParameter: (() => void) | null
  /** null: no formatter for the syntax */
  onFormat: (() => void) | null
  autocomplete: { isOn: boolean; isAvailable: boolean; toggle(): void }
  autoLimit: { isOn: boolean; isAvailable: boolean; change(isOn: boolean): void }
  save: { isDirty: boolean; isSaving: boolean; whyNot: string | null; run(): void } | null
  execute: { isExecuting: boolean; isSelection: boolean; whyNot: string | null; run(): void }
}

/** The row below the editor (part 1 section 2). */
export function EditorControls({
  onAddParameter,
  onFormat,
  autocomplete,
  autoLimit,
  save,
  execute,
}: EditorControlsProps) {
  const autocompleteHint = !autocomplete.isAvailable
    ? `Live autocomplete is not available: the schema has more than ${liveAutocompleteColumns} columns. Press Ctrl+Space to complete.`
    : autocomplete.isOn
      ? 'Live autocomplete is on'
      : 'Live autocomplete is off: press Ctrl+Space to complete'
  return (
    <div className={classes.row} role="toolbar" aria-label="Editor">
      <Tooltip label={`Add New Parameter (${shortcutLabel(queryShortcuts.addParameter[0], isMac)})`}>
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Add New Parameter"
          data-disabled={onAddParameter === null || undefined}
          aria-disabled={onAddParameter === null}
          onClick={onAddParameter ?? undefined}
        >
          <IconBraces size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip
        label={
          onFormat
            ? `Format Query (${shortcutLabel(queryShortcuts.format[0], isMac)})`
            : 'Format is not available for this Data Source type.'
        }
      >
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Format Query"
          data-disabled={onFormat === null || undefined}
          aria-disabled={onFormat === null}
          onClick={onFormat ?? undefined}
        >
          <IconWand size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={autocompleteHint}>
        <ActionIcon
          variant={autocomplete.isOn && autocomplete.isAvailable ? 'light' : 'default'}
          size={30}
          aria-label="Live autocomplete"
          aria-pressed={autocomplete.isOn && autocomplete.isAvailable}
          data-disabled={!autocomplete.isAvailable || undefined}
          aria-disabled={!autocomplete.isAvailable}
          onClick={autocomplete.isAvailable ? autocomplete.toggle : undefined}
        >
          {autocomplete.isOn && autocomplete.isAvailable ? <IconBolt size={16} /> : <IconBoltOff size={16} />}
        </ActionIcon>
      </Tooltip>
      <Tooltip label={autoLimitUnavailable} disabled={autoLimit.isAvailable}>
        <div>
          <Checkbox
            size="xs"
            label={`LIMIT ${autoLimitRows}`}
            checked={autoLimit.isOn && autoLimit.isAvailable}
            disabled={!autoLimit.isAvailable}
            description={
              autoLimit.isAvailable ? undefined : (
                <span className="sx-visually-hidden">{autoLimitUnavailable}</span>
              )
            }
            onChange={(event) => autoLimit.change(event.currentTarget.checked)}
          />
        </div>
      </Tooltip>
      <div className={classes.main}>
        {save && (
          <Explained why={save.whyNot} shortcut={shortcutLabel(queryShortcuts.save[0], isMac)}>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDeviceFloppy size={16} aria-hidden="true" />}
              loading={save.isSaving}
              data-disabled={save.whyNot !== null || undefined}
              aria-disabled={save.whyNot !== null}
              onClick={save.whyNot === null ? save.run : undefined}
            >
              {save.isDirty ? 'Save*' : 'Save'}
            </Button>
          </Explained>
        )}
        <Explained why={execute.whyNot} shortcut={shortcutLabel(queryShortcuts.execute[0], isMac)}>
          <Button
            size="xs"
            leftSection={<IconPlayerPlay size={16} aria-hidden="true" />}
            data-disabled={execute.whyNot !== null || undefined}
            aria-disabled={execute.whyNot !== null}
            onClick={execute.whyNot === null ? execute.run : undefined}
          >
            {execute.isSelection ? 'Execute Selected' : 'Execute'}
          </Button>
        </Explained>
      </div>
    </div>
  )
}

/** A tooltip that names the shortcut, or why the button does nothing now; the button stays reachable. */
function Explained({
  why,
  shortcut,
  children,
}: {
  why: string | null
  shortcut: string
  children: React.ReactElement
}) {
  return <Tooltip label={why ?? shortcut}>{children}</Tooltip>
}
