import { ActionIcon, Button, Checkbox, Tooltip } from '@mantine/core'
import {
  IconBolt,
  IconBoltOff,
  IconBraces,
  IconDeviceFloppy,
  IconPlayerPlay,
  IconWand,
} from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { t } from '#shared/messages/translate.ts'
import { queryShortcuts, shortcutLabel } from '#shared/queries/keyboard-shortcuts.ts'
import { autoLimitRows, autoLimitUnavailable, liveAutocompleteColumns } from '#shared/queries/run-rules.ts'
import { HelpTrigger } from '#web/help/help-trigger.tsx'
import { TextEditor, type TextEditorHandle, type TextEditorProps } from '../editor/text-editor.tsx'
import { isMac } from '../ui/is-mac.ts'
import classes from './editor-pane.module.css'

interface EditorPaneProps {
  editor: Omit<TextEditorProps, 'handle'>
  handle: Ref<TextEditorHandle>
  controls: EditorControlsProps
}

/** The text and its row of controls. */
export function EditorPane({ editor, handle, controls }: EditorPaneProps) {
  return (
    <section className={classes.pane} aria-label={t('Query editor')}>
      <div className={classes.text}>
        <TextEditor {...editor} handle={handle} />
      </div>
      <EditorControls {...controls} />
    </section>
  )
}

interface EditorControlsProps {
  /** null: the text is read-only */
  onAddParameter: (() => void) | null
  /** null: the syntax has no formatter */
  onFormat: (() => void) | null
  autocomplete: { isOn: boolean; isAvailable: boolean; toggle(): void }
  autoLimit: { isOn: boolean; isAvailable: boolean; change(isOn: boolean): void }
  save: { isDirty: boolean; isSaving: boolean; whyNot: string | null; run(): void } | null
  execute: { isExecuting: boolean; isSelection: boolean; whyNot: string | null; run(): void }
}

/** The row below the editor (docs/reference/screens.md#source-editor). */
function EditorControls(props: EditorControlsProps) {
  const { onAddParameter, onFormat, autocomplete, autoLimit, save, execute } = props
  const formatHint = onFormat
    ? t('Format Query ({value})', { value: shortcutLabel(queryShortcuts.format[0], isMac) })
    : t('Format is not available for this Data Source type.')
  const isLive = autocomplete.isOn && autocomplete.isAvailable
  return (
    <div className={classes.row} role="toolbar" aria-label={t('Editor')}>
      <Tool
        label={t('Add New Parameter')}
        hint={t('Add New Parameter ({value})', {
          value: shortcutLabel(queryShortcuts.addParameter[0], isMac),
        })}
        icon={<IconBraces size={16} />}
        onClick={onAddParameter}
      />
      <Tool label={t('Format Query')} hint={formatHint} icon={<IconWand size={16} />} onClick={onFormat} />
      <Tool
        label={t('Live autocomplete')}
        hint={autocompleteHint(autocomplete)}
        icon={isLive ? <IconBolt size={16} /> : <IconBoltOff size={16} />}
        isPressed={isLive}
        onClick={autocomplete.isAvailable ? autocomplete.toggle : null}
      />
      <AutoLimit {...autoLimit} />
      <HelpTrigger page="source-editor" label={t('Help on the editor')} />
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
              {save.isDirty ? t('Save*') : t('Save')}
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
            {execute.isSelection ? t('Execute Selected') : t('Execute')}
          </Button>
        </Explained>
      </div>
    </div>
  )
}

interface ToolProps {
  label: string
  hint: string
  icon: ReactNode
  /** only for toggle buttons */
  isPressed?: boolean
  /** null: not available now; the button stays focusable, and its hint says why */
  onClick: (() => void) | null
}

function Tool({ label, hint, icon, isPressed, onClick }: ToolProps) {
  return (
    <Tooltip label={hint}>
      <ActionIcon
        variant={isPressed ? 'light' : 'default'}
        size={30}
        aria-label={label}
        aria-pressed={isPressed}
        data-disabled={onClick === null || undefined}
        aria-disabled={onClick === null}
        onClick={onClick ?? undefined}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}

function autocompleteHint({ isOn, isAvailable }: EditorControlsProps['autocomplete']): string {
  if (!isAvailable) {
    return t(
      'Live autocomplete is not available: the schema has more than {liveAutocompleteColumns} columns. Press Ctrl+Space to complete.',
      { liveAutocompleteColumns },
    )
  }
  return isOn ? t('Live autocomplete is on') : t('Live autocomplete is off: press Ctrl+Space to complete')
}

function AutoLimit({ isOn, isAvailable, change }: EditorControlsProps['autoLimit']) {
  return (
    <Tooltip label={autoLimitUnavailable} disabled={isAvailable}>
      <div>
        <Checkbox
          size="xs"
          label={`LIMIT ${autoLimitRows}`}
          checked={isOn && isAvailable}
          disabled={!isAvailable}
          description={
            isAvailable ? undefined : <span className="sx-visually-hidden">{autoLimitUnavailable}</span>
          }
          onChange={(event) => change(event.currentTarget.checked)}
        />
      </div>
    </Tooltip>
  )
}

/** A tooltip with the shortcut, or why the button is disabled; the button stays focusable. */
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
