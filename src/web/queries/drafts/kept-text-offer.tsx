import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { plural, t } from '#shared/messages/translate.ts'
import { Message } from '#web/ui/message.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import classes from './kept-text-offer.module.css'
import type { KeptOffer } from './use-kept-text.ts'

/** One line of the text is enough to recognize it. */
const shownLength = 120

/** Above the editor: the text that was left unsaved on this device. */
export function KeptTextOffer({ kept, more, restore, discard }: KeptOffer) {
  const { visualizations = [] } = kept
  const line = kept.text.trim().replaceAll(/\s+/g, ' ').slice(0, shownLength)
  return (
    <div className={classes.offer} role="status">
      <IconHistory size={16} aria-hidden="true" />
      <span className={classes.words}>
        <Message
          text={t('Unsaved text from {time} on this device:')}
          values={{ time: <TimeAgo date={new Date(kept.at).toISOString()} /> }}
        />{' '}
        <code className={classes.text}>{line}</code>
        {visualizations.length > 0 && (
          <span className={classes.more}>
            {plural(visualizations.length, {
              one: 'With 1 visualization.',
              other: 'With {count} visualizations.',
            })}
          </span>
        )}
        {more > 0 && (
          <span className={classes.more}>
            {plural(more, { one: '{count} more is kept.', other: '{count} more are kept.' })}
          </span>
        )}
      </span>
      <Button size="compact-xs" onClick={restore}>
        {t('Restore')}
      </Button>
      <Button size="compact-xs" variant="default" onClick={discard}>
        {t('Discard')}
      </Button>
    </div>
  )
}
