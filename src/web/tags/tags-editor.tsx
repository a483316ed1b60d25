import { ActionIcon, Badge, Button, Tooltip } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { lazy } from '#web/ui/lazy.tsx'
import classes from './tags-editor.module.css'

const TagsField = lazy(() => import('./tags-field.tsx').then((module) => ({ default: module.TagsField })))

export interface TagsEditorProps {
  tags: readonly string[]
  isEditable: boolean
  /** the tags in use elsewhere, most used first; called when editing starts */
  loadSuggestions(signal: AbortSignal): Promise<readonly string[]>
  /** trimmed, unique and non-empty tags; not called if nothing changed */
  onSave(tags: string[]): void
}

/** The tags of an object, edited in place. */
export function TagsEditor({ tags, isEditable, loadSuggestions, onSave }: TagsEditorProps) {
  const [isEditing, setIsEditing] = useState(false)
  const [takesFocus, setTakesFocus] = useState(false)
  const list = <TagList tags={tags} />
  if (!isEditable) return list
  if (isEditing) {
    return (
      <Suspense fallback={list}>
        <TagsField
          tags={tags}
          loadSuggestions={loadSuggestions}
          onDone={(next, byKey) => {
            setIsEditing(false)
            setTakesFocus(byKey)
            if (next !== null && !isSame(next, tags)) onSave(next)
          }}
        />
      </Suspense>
    )
  }
  return (
    <span className={classes.editor}>
      {list}
      {tags.length === 0 ? (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          autoFocus={takesFocus}
          leftSection={<IconTag size={14} aria-hidden="true" />}
          onClick={() => setIsEditing(true)}
        >
          {t('Add tag')}
        </Button>
      ) : (
        <Tooltip label={t('Edit tags')}>
          <ActionIcon
            size={20}
            variant="subtle"
            color="gray"
            autoFocus={takesFocus}
            aria-label={t('Edit tags')}
            onClick={() => setIsEditing(true)}
          >
            <IconTag size={14} />
          </ActionIcon>
        </Tooltip>
      )}
    </span>
  )
}

function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul className={classes.tags} aria-label={t('Tags')}>
      {tags.map((tag) => (
        <li key={tag} className={classes.item}>
          <Badge variant="default" radius="sm" className={classes.tag} title={tag}>
            {tag}
          </Badge>
        </li>
      ))}
    </ul>
  )
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((tag, place) => tag === b[place])
}
