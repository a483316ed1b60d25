import classes from './sextant-mark.module.css'
import markUrl from './sextant-mark.svg'

/** The mark in the color of the surrounding text. */
export function SextantMark({ size = 24 }: { size?: number }) {
  return (
    <span
      className={classes.mark}
      style={{ width: size, height: size, maskImage: `url("${markUrl}")` }}
      aria-hidden="true"
    />
  )
}
