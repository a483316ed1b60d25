import { IconDatabase } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './type-logo.module.css'

/** Logo of a data source type; a plain sign where there is none. */
export function TypeLogo({ type, size = 32 }: { type: string; size?: number }) {
  const [missing, setMissing] = useState(false)
  return (
    <span className={classes.frame} style={{ width: size, height: size }} aria-hidden="true">
      {missing ? (
        <IconDatabase size={size * 0.6} stroke={1.5} />
      ) : (
        <img
          className={classes.image}
          src={`/static/images/db-logos/${encodeURIComponent(type)}.png`}
          alt=""
          width={size - 8}
          height={size - 8}
          loading="lazy"
          onError={() => setMissing(true)}
        />
      )}
    </span>
  )
}
