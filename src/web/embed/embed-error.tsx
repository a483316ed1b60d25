import { t } from '#shared/messages/translate.ts'
import classes from './embed.module.css'

export function EmbedError({ message }: { message: string }) {
  return (
    <div className={classes.error} role="alert">
      {t('Error: {message}', { message })}
    </div>
  )
}
