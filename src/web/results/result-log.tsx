import classes from './results.module.css'

/** What the data source said while the query ran. */
export function ResultLog({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <details className={classes.log} open>
      <summary>Log Information:</summary>
      <pre>{lines.join('\n')}</pre>
    </details>
  )
}
