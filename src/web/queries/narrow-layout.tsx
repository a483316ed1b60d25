import { SegmentedControl } from '@mantine/core'
import classes from './editor-layout.module.css'
import type { EditorLayoutProps, NarrowView } from './editor-parts.ts'

const views = [
  { value: 'schema', label: 'Schema' },
  { value: 'query', label: 'Query' },
  { value: 'results', label: 'Results' },
]

/** One pane at a time; all three stay as they are while hidden. */
export function NarrowLayout({ side, editor, results, view, onView }: EditorLayoutProps) {
  return (
    <div className={classes.narrow}>
      <div className={classes.switch}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="Part of the page"
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
