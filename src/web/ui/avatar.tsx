import classes from './avatar.module.css'
import { initials } from './initials.ts'

/** Initials in a circle. Never an image from another site: that site would learn who views whom. */
export function Avatar({ name, size = 20 }: { name: string; size?: number }) {
  return (
    <span
      className={classes.avatar}
      data-initials={initials(name)}
      style={{ width: size, height: size, fontSize: size / 2 - size / 20 }}
      aria-hidden="true"
    />
  )
}
