import type { Icon } from '@tabler/icons-react'
import classes from './logo.module.css'

interface LogoProps {
  /** address of the image; undefined: there is none */
  src: string | undefined
  /** replaces a missing image */
  sign: Icon
  size: number
}

/** One of our logos beside a name, or a plain icon. */
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
