import { t } from '#shared/messages/translate.ts'
import classes from './pivot.module.css'
import type { TsvModel } from './pivot-tsv-model.ts'

/** Read-only text; a click into it selects all, ready to be copied. */
export function PivotTsv({ model, name }: { model: TsvModel; name: string }) {
  return (
    <textarea
      className={classes.tsv}
      aria-label={t('{name} as tab-separated values', { name })}
      readOnly
      spellCheck={false}
      wrap="off"
      value={model.text}
      onFocus={(event) => event.currentTarget.select()}
    />
  )
}
