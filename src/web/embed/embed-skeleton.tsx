import { Skeleton } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import classes from './embed.module.css'
import type { EmbedAddress } from './embed-address.ts'

/** A placeholder of the final size, so that nothing shifts on load. */
export function EmbedSkeleton({ flags }: { flags: EmbedAddress['flags'] }) {
  return (
    <div className={classes.frame} aria-busy="true">
      {!flags.hide_header && (
        <div className={classes.header}>
          <Skeleton height={18} width="45%" my={2} />
        </div>
      )}
      <div className={classes.stage}>
        <VisualizationSkeleton />
      </div>
      <div className={classes.footer} />
      <div className="sx-visually-hidden" role="status">
        {t('Loading…')}
      </div>
    </div>
  )
}

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

export function VisualizationSkeleton() {
  return (
    <div className={classes.visualizationSkeleton} aria-hidden="true">
      {rows.map((row) => (
        <Skeleton key={row} height={14} my={9} />
      ))}
    </div>
  )
}
