import { t } from '#shared/messages/translate.ts'
import classes from './steps.module.css'

/** The progress in a short sequence; earlier steps are done. */
export function Steps({ labels, current }: { labels: readonly string[]; current: number }) {
  return (
    <ol className={classes.steps}>
      {labels.map((label, place) => (
        <li
          key={label}
          className={classes.step}
          data-state={place < current ? 'done' : place === current ? 'current' : 'ahead'}
          aria-current={place === current ? 'step' : undefined}
        >
          {label}
          {place < current && <span className="sx-visually-hidden"> {t('(done)')}</span>}
        </li>
      ))}
    </ol>
  )
}
