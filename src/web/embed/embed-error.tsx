import classes from './embed.module.css'

export function EmbedError({ message }: { message: string }) {
  return (
    <div className={classes.error} role="alert">
      Error: {message}
    </div>
  )
}
