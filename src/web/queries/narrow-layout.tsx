import { SegmentedControl } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import classes from './editor-layout.module.css'
import type { EditorLayoutProps, NarrowView } from './editor-parts.ts'

const views = [
  { value: 'schema', label: t('Schema') },
  { value: 'query', label: t('Query') },
  { value: 'results', label: t('Results') },
]

/** One pane at a time; hidden panes keep their state. */
export function NarrowLayout({ side, editor, results, view, onView }: EditorLayoutProps) {
  return (
    <div className={classes.narrow}>
      <div className={classes.switch}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('Part of the page')}
          data={views}
          value={view}
          onChange={(value) => onView(value as NarrowView)}
        />
      </div>
      <div className={classes.part} hidden={view !== 'schema'}>
        {side}
      </div>
      <div className={classes.part} hidden={view !== 'query'}>
        {editor}
      </div>
      <div className={classes.part} hidden={view !== 'results'}>
        {results}
      </div>
    </div>
  )
}
