import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { isSame } from '#web/versions/snapshot-change.ts'
import type { WidgetChange } from './widget-change.ts'

type Options = Readonly<Record<string, unknown>>

/**
 * Have two people made different things of the same part of a widget: its text, or one of its options? `base` is what both
 * began with. Where they have not, each change can be stored without undoing the other.
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

/** Is it in another place of the dashboard than before? */
export function isMoved(before: Widget, after: Widget): boolean {
  return ['position', 'tab'].some((key) => !isSame(before.options[key], after.options[key]))
}

function isContended(base: unknown, mine: unknown, theirs: unknown): boolean {
  return !isSame(base, mine) && !isSame(base, theirs) && !isSame(mine, theirs)
}

function keysOf(before: Options, after: Options): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
}
