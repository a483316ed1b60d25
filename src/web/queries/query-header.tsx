import { Badge, Button, Group } from '@mantine/core'
import { IconCode, IconEyeCheck, IconTable } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { InlineEdit } from './inline-edit.tsx'
import classes from './query-header.module.css'
import { QueryMoreMenu } from './query-more-menu.tsx'
import { publishWords } from './query-words.ts'
import type { QueryDraft } from './use-query-draft.ts'

interface QueryHeaderProps {
  draft: QueryDraft
  isSourcePage: boolean
  maySeeSource: boolean
  /** buttons of the page, before the general ones */
  children?: ReactNode
}

/** Name, labels and tags of a query, and what can be done with it as a whole (part 1 section 2). */
export function QueryHeader({ draft, isSourcePage, maySeeSource, children }: QueryHeaderProps) {
  const { query } = draft
  const mayEdit = query.can_edit && !query.is_archived
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <h1 className={classes.name}>
          <InlineEdit
            value={query.name}
            label="Query name"
            isEditable={mayEdit}
            maxLength={255}
            className={classes.nameField}
            onDone={(name) => void draft.saveField({ name })}
          />
        </h1>
        <span className={classes.labels}>
          {query.is_archived && (
            <Badge variant="filled" color="dark" radius="sm">
              Archived
            </Badge>
          )}
          {query.is_draft && !query.is_archived && (
            <Badge variant="light" color="gray" radius="sm">
              Unpublished
            </Badge>
          )}
          {query.tags.map((tag) => (
            <Badge key={tag} variant="default" radius="sm" className={classes.tag}>
              {tag}
            </Badge>
          ))}
        </span>
      </div>
      <Group gap="xs" wrap="nowrap" className={classes.actions}>
        {children}
        {query.id !== null && query.is_draft && mayEdit && (
          <Button
            size="xs"
            variant="default"
            className={classes.wide}
            leftSection={<IconEyeCheck size={16} aria-hidden="true" />}
            onClick={() => void draft.saveField({ is_draft: false }, publishWords)}
          >
            Publish
          </Button>
        )}
        {query.id !== null && maySeeSource && <OtherViewLink id={query.id} isSourcePage={isSourcePage} />}
        {query.id !== null && <QueryMoreMenu draft={draft} isSourcePage={isSourcePage} />}
      </Group>
    </header>
  )
}

/** Keeps the parameters and the shown visualization of the address. */
function OtherViewLink({ id, isSourcePage }: { id: number; isSourcePage: boolean }) {
  return (
    <Button
      size="xs"
      className={classes.wide}
      renderRoot={(props) => (
        <Link
          to={isSourcePage ? '/queries/$queryId' : '/queries/$queryId/source'}
          params={{ queryId: id }}
          search={true}
          hash={true}
          {...props}
        />
      )}
      variant="default"
      leftSection={
        isSourcePage ? <IconTable size={16} aria-hidden="true" /> : <IconCode size={16} aria-hidden="true" />
      }
    >
      {isSourcePage ? 'Show Results Only' : 'Edit Source'}
    </Button>
  )
}
