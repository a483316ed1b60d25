import { t } from '#shared/messages/translate.ts'
import classes from './results.module.css'

/** What the data source logged during the run. */
export function ResultLog({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <details className={classes.log} open>
      <summary>{t('Log Information:')}</summary>
      <pre>{lines.join('\n')}</pre>
    </details>
  )
}
