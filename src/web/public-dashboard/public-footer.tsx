import { t } from '#shared/messages/translate.ts'
import { SextantMark } from '#web/ui/brand/sextant-mark.tsx'
import classes from './public-dashboard.module.css'

/** Whose work the page is (docs/reference/dashboards.md#public-page). */
export function PublicFooter() {
  return (
    <footer className={classes.footer}>
      <a href="/" target="_blank" rel="noopener noreferrer" className={classes.credit}>
        <SextantMark size={16} />
        {t('Made with Sextant')}
      </a>
    </footer>
  )
}
