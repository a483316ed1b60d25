import { Text } from '@mantine/core'
import { getDashboard } from '#shared/dashboards/dashboards-api.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { t } from '#shared/messages/translate.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { tellConflict } from '#web/dashboards/conflict-notice.tsx'
import { dashboardWords } from '#web/dashboards/dashboard-words.ts'
import type { DashboardDraft } from '#web/dashboards/use-dashboard-draft.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { isSame } from '#web/versions/snapshot-change.ts'
import classes from './settle-conflict.module.css'
import { type OnClash, tellRemoved, type WidgetChange } from './widget-change.ts'

interface RefusedSave extends Pick<DashboardDraft, 'dropWidget' | 'reload'> {
  /** as it was before the save */
  widget: Widget
  change(widget: Widget): WidgetChange
  onClash: OnClash
  store(widget: Widget): Promise<void>
  onMoved(id: number): void
}

/** Maximum consecutive conflicts: more means another client saves continuously. */
const maxAttempts = 5

/**
 * Resolves a save that met a newer version of its widget. Changes to different parts are merged; if both changed the
 * same part, the user decides whether to overwrite. Resolves like `SaveWidget`; rejects with `refusal` if nothing was
 * stored.
 */
export async function settleConflict(refusal: unknown, save: RefusedSave): Promise<boolean> {
  const { widget, change, onClash, store, onMoved, reload } = save
  let base = widget
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const theirs = await readWidget(widget)
    if (theirs === null) {
      tellRemoved(save.dropWidget, widget.id)
      return false
    }
    if (onClash !== 'overwrite' && isClash(base, change(base), theirs)) {
      if (onClash === 'refuse') throw refusal
      if (!(await confirmOverwrite(theirs, base))) {
        tellConflict({ reload })
        throw refusal
      }
    }
    try {
      await store(theirs)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error
      base = theirs
      continue
    }
    if (isMoved(widget, theirs)) onMoved(widget.id)
    return true
  }
  throw refusal
}

async function readWidget({ id, dashboard_id }: Widget): Promise<Widget | null> {
  const { widgets } = await call(getDashboard, { params: { id_or_slug: String(dashboard_id) } })
  return widgets?.find((one) => one.id === id) ?? null
}

function confirmOverwrite(theirs: Widget, base: Widget): Promise<boolean> {
  const isText = (theirs.text ?? '') !== (base.text ?? '')
  return confirm({
    title: t('Overwrite Widget'),
    message: (
      <>
        <Text>{dashboardWords.conflict}</Text>
        {isText && (
          <>
            <Text mt="xs">{t('The text of now:')}</Text>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll what takes the focus */}
            <section className={classes.text} tabIndex={0} aria-label={t('The text of now')}>
              {theirs.text}
            </section>
          </>
        )}
        <Text mt="xs">{t('Are you sure you want to overwrite the widget with your version?')}</Text>
        <Text c="dimmed" size="sm" mt="xs">
          {t('The other version stays in the version history.')}
        </Text>
      </>
    ),
    confirmLabel: t('Overwrite'),
    danger: true,
  })
}

type Options = Readonly<Record<string, unknown>>

/**
 * Whether two people changed the same part of a widget (its text, or one of its options) differently. `base` is their
 * common starting point. If not, both changes can be stored.
 */
export function isClash(base: Widget, mine: WidgetChange, theirs: Widget): boolean {
  const { text = base.text ?? '', options = base.options } = mine
  return (
    isContended(base.text ?? '', text, theirs.text ?? '') ||
    keysOf(base.options, options).some((key) =>
      isContended(base.options[key], options[key], theirs.options[key]),
    )
  )
}

/** Whether its place on the dashboard changed. */
export function isMoved(before: Widget, after: Widget): boolean {
  return ['position', 'tab'].some((key) => !isSame(before.options[key], after.options[key]))
}

function isContended(base: unknown, mine: unknown, theirs: unknown): boolean {
  return !isSame(base, mine) && !isSame(base, theirs) && !isSame(mine, theirs)
}

function keysOf(before: Options, after: Options): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
}
