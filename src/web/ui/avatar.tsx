import classes from './avatar.module.css'

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

/** One or two letters for a name: `Ada Lovelace` -> `AL`. */
function initials(name: string): string {
  const words = name
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== '')
  const chosen = words.length > 1 ? [words[0], words[words.length - 1]] : words
  return chosen.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}
