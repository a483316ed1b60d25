import { Input, Skeleton } from '@mantine/core'
import classes from './filter-fields.module.css'

/** As tall as the fields of these filters will be. */
export function FilterPlaces({ count }: { count: number }) {
  return (
    <div className={classes.filters} aria-hidden="true">
      <PlacesInRow count={count} />
    </div>
  )
}

/** The same inside a row that has filters already. */
export function PlacesInRow({ count }: { count: number }) {
  return Array.from({ length: count }, (_, place) => (
    <Input.Wrapper
      // biome-ignore lint/suspicious/noArrayIndexKey: places are all alike
      key={place}
      size="xs"
      labelElement="div"
      label={'\u00a0'}
      aria-hidden="true"
    >
      <Skeleton className={classes.field} />
    </Input.Wrapper>
  ))
}
