import { Skeleton } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { Page } from '#web/ui/page.tsx'
import classes from './editor-skeleton.module.css'

/** The frame of the editor while the query loads. */
export function EditorSkeleton() {
  return (
    <Page width="full">
      <div role="status" aria-busy="true" className={classes.page}>
        <span className="sx-visually-hidden">{t('Loading the query…')}</span>
        <div className={classes.header}>
          <Skeleton height={22} width={240} />
        </div>
        <div className={classes.columns} aria-hidden="true">
          <div className={classes.side}>
            <Skeleton height={34} mb={12} />
            <Skeleton height={12} width="70%" my={8} />
            <Skeleton height={12} width="55%" my={8} />
            <Skeleton height={12} width="64%" my={8} />
          </div>
          <div className={classes.main}>
            <Skeleton height={12} width="40%" my={8} />
            <Skeleton height={12} width="30%" my={8} />
          </div>
        </div>
      </div>
    </Page>
  )
}
