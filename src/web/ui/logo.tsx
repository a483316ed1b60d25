import type { Icon } from '@tabler/icons-react'
import classes from './logo.module.css'

interface LogoProps {
  /** address of the picture; undefined: there is none */
  src: string | undefined
  /** stands in its place */
  sign: Icon
  size: number
}

/** A logo of our own beside a name; a plain sign where there is none. */
export function Logo({ src, sign: Sign, size }: LogoProps) {
  return (
    <span
      className={classes.frame}
      data-plain={src === undefined || undefined}
      style={{ width: size, height: size }}
      aria-hidden="true"
    >
      {src === undefined ? (
        <Sign size={size * 0.6} stroke={1.5} />
      ) : (
        <img src={src} alt="" width={size} height={size} />
      )}
    </span>
  )
}
