import { Text } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import classes from './sunburst.module.css'
import type { Segment } from './sunburst-model.ts'

/** The steps to the segment that is looked at. Its room is kept, so that nothing jumps. */
export function SunburstPath({ path }: { path: readonly Segment[] }) {
  const last = path.at(-1)
  return (
    <div className={classes.path} role="status">
      {last ? (
        <>
          <ol className={classes.steps}>
            {path.map(({ name, depth, color }) => (
              <li key={depth} className={classes.step} title={name} style={{ borderColor: color }}>
                {name}
              </li>
            ))}
          </ol>
          <Text span size="sm" fw={600} className={classes.share}>
            {last.percent}
          </Text>
        </>
      ) : (
        <Text size="xs" c="dimmed" data-picture="none">
          {t('Point at a segment to see its path.')}
        </Text>
      )}
    </div>
  )
}
