import { ActionIcon, Button, Checkbox, Menu, Popover, Tooltip } from '@mantine/core'
import {
  IconBolt,
  IconBoltOff,
  IconBraces,
  IconChevronDown,
  IconDeviceFloppy,
  IconHistory,
  IconWand,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, type Ref, Suspense } from 'react'
import { locale, plural, t } from '#shared/messages/translate.ts'
import { queryShortcuts, shortcutLabel } from '#shared/queries/keyboard-shortcuts.ts'
import { autoLimitChoices, autoLimitUnavailable, liveAutocompleteColumns } from '#shared/queries/run-rules.ts'
import { HelpTrigger } from '#web/help/help-trigger.tsx'
import { IconMenu } from '#web/ui/icon-menu.tsx'
import { TextEditor, type TextEditorHandle, type TextEditorProps } from '../editor/text-editor.tsx'
import { isMac } from '../ui/is-mac.ts'
import { lazy } from '../ui/lazy.tsx'
import { DataSourceSelect, type DataSourceSelectProps } from './data-source-select.tsx'
import type { KeptOffer } from './drafts/use-kept-text.ts'
import { NameQuery } from './early-name-query.ts'
import classes from './editor-pane.module.css'
import type { EstimateAnswer } from './estimates/ask-estimate.ts'
import { ExecuteButtons, type Execution } from './execute-buttons.tsx'
import { Explained } from './explained.tsx'
import type { Naming } from './use-save.ts'

/** Lazy, because there is seldom one. */
const KeptTextOffer = lazy(() =>
  import('./drafts/kept-text-offer.tsx').then((module) => ({ default: module.KeptTextOffer })),
)

/** Lazy, because few types of data sources tell it. */
const EstimateLine = lazy(() =>
  import('./estimates/estimate-line.tsx').then((module) => ({ default: module.EstimateLine })),
)

interface EditorPaneProps {
  editor: Omit<TextEditorProps, 'handle'>
  handle: Ref<TextEditorHandle>
  controls: EditorControlsProps
  /** a text left unsaved on this device; null: none */
  kept: KeptOffer | null
  /** what a run would read; null: it was not asked for */
  estimate: { answer: EstimateAnswer; onClose(): void } | null
}

/** The text and its row of controls. */
export function EditorPane({ editor, handle, controls, kept, estimate }: EditorPaneProps) {
  return (
    <section className={classes.pane} aria-label={t('Query editor')}>
      {kept && (
        <Suspense>
          <KeptTextOffer {...kept} />
        </Suspense>
      )}
      <div className={classes.text}>
        <TextEditor {...editor} handle={handle} />
      </div>
      {estimate && (
        <Suspense>
          <EstimateLine {...estimate} />
        </Suspense>
      )}
      <EditorControls {...controls} />
    </section>
  )
}

interface EditorControlsProps {
  /** on a phone, where the pane with it is another view; else null */
  dataSource: DataSourceSelectProps | null
  /** null: the text is read-only */
  onAddParameter: (() => void) | null
  /** null: the syntax has no formatter */
  onFormat: (() => void) | null
  autocomplete: { isOn: boolean; isAvailable: boolean; toggle(): void }
  autoLimit: {
    /** null: no limit */
    rows: number | null
    /** what a tick chooses */
    usualRows: number
    isAvailable: boolean
    change(rows: number | null): void
  }
  save: {
    isDirty: boolean
    isSaving: boolean
    whyNot: string | null
    /** asks for the name of a new query; null: nothing is asked */
    naming: Naming | null
    run(): void
  } | null
  /** null: the query is archived */
  execute: Execution | null
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
      {props.dataSource && (
        <div className={classes.source}>
          <DataSourceSelect {...props.dataSource} />
        </div>
      )}
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
      <Tooltip label={t('My Runs')}>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t('My Runs')}
          renderRoot={(props) => <Link to="/queries/runs" {...props} />}
        >
          <IconHistory size={16} />
        </ActionIcon>
      </Tooltip>
      <AutoLimit {...autoLimit} />
      <HelpTrigger page="source-editor" label={t('Help on the editor')} />
      <div className={classes.main}>
        {save && (
          <Popover
            opened={save.naming !== null}
            onDismiss={save.naming?.onCancel}
            position="top-end"
            width={280}
            trapFocus
            returnFocus
            withArrow
            withRoles={false}
          >
            <Popover.Target>
              <div>
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
              </div>
            </Popover.Target>
            <Popover.Dropdown role="dialog" aria-label={t('Name of the query')}>
              {save.naming && (
                <Suspense>
                  <NameQuery {...save.naming} />
                </Suspense>
              )}
            </Popover.Dropdown>
          </Popover>
        )}
        {execute && <ExecuteButtons {...execute} />}
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

/** The automatic limit of this query: on or off, and how many rows. */
function AutoLimit({ rows, usualRows, isAvailable, change }: EditorControlsProps['autoLimit']) {
  return (
    <div className={classes.limit}>
      <Tooltip label={autoLimitUnavailable} disabled={isAvailable}>
        <div>
          <Checkbox
            size="xs"
            label={`LIMIT ${usualRows}`}
            checked={rows !== null && isAvailable}
            disabled={!isAvailable}
            description={
              isAvailable ? undefined : <span className="sx-visually-hidden">{autoLimitUnavailable}</span>
            }
            onChange={(event) => change(event.currentTarget.checked ? usualRows : null)}
          />
        </div>
      </Tooltip>
      {isAvailable && (
        <IconMenu
          label={t('Number of rows')}
          icon={<IconChevronDown size={14} />}
          variant="subtle"
          color="gray"
          size={24}
        >
          <Menu.RadioGroup
            value={String(rows)}
            onChange={(value) => change(autoLimitChoices.find((choice) => String(choice) === value) ?? null)}
          >
            {[...autoLimitChoices, null].map((choice) => (
              <Menu.RadioItem key={choice} value={String(choice)} closeMenuOnClick>
                {choice === null
                  ? t('No limit')
                  : plural(
                      choice,
                      { one: '{count} row', other: '{count} rows' },
                      { count: choice.toLocaleString(locale) },
                    )}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </IconMenu>
      )}
    </div>
  )
}
