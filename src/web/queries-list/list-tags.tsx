import { Pill } from '@mantine/core'
import classes from './queries-list.module.css'

/** The tags that filter the list, each with a way to take it away. */
export function ListTags({ tags, onRemove }: { tags: readonly string[]; onRemove: (tag: string) => void }) {
  if (tags.length === 0) return null
  return (
    <div className={classes.filter}>
      <span>Tagged</span>
      {tags.map((tag) => (
        <Pill
          key={tag}
          withRemoveButton
          onRemove={() => onRemove(tag)}
          removeButtonProps={{ 'aria-label': `Remove the tag ${tag}`, tabIndex: 0, 'aria-hidden': false }}
        >
          {tag}
        </Pill>
      ))}
    </div>
  )
}
