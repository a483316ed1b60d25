import { Avatar } from '#web/ui/avatar.tsx'
import classes from './manage-permissions.module.css'

export interface Person {
  id: number
  name: string
  email: string
}

export function PersonFacts({ person }: { person: Person }) {
  return (
    <>
      <Avatar name={person.name} size={28} />
      <span className={classes.words}>
        <span className={classes.name}>{person.name}</span>
        <span className={classes.email}>{person.email}</span>
      </span>
    </>
  )
}
