import { Table, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatRuntime } from '#shared/format/durations.ts'
import type { QueryInList } from '#shared/queries/queries-api.ts'
import { scheduleInWords } from '#shared/schedules/schedule-words.ts'
import { QueryStar } from '#web/favorites/query-star.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import classes from './queries-list.module.css'

export function QueryRow({ query, onTag }: { query: QueryInList; onTag: (tag: string) => void }) {
  return (
    <Table.Tr>
      <Table.Td className={classes.star}>
        <QueryStar query={query} />
      </Table.Td>
      <Table.Td className={classes.nameCell}>
        <Link
          to="/queries/$queryId"
          params={{ queryId: query.id }}
          className={classes.name}
          data-row-link={true}
        >
          {query.name}
        </Link>
        {query.is_archived && (
          <span className={classes.label}>
            <StateLabel>Archived</StateLabel>
          </span>
        )}
        {query.is_draft && (
          <span className={classes.label}>
            <StateLabel>Unpublished</StateLabel>
          </span>
        )}
        <RowTags tags={query.tags} onTag={onTag} />
      </Table.Td>
      <Table.Td className={classes.owner}>
        <span className={classes.person}>
          <Avatar name={query.user.name} />
          <span className={classes.personName} title={query.user.name}>
            {query.user.name}
          </span>
        </span>
      </Table.Td>
      <Table.Td className={classes.quiet}>
        <TimeAgo date={query.created_at} />
      </Table.Td>
      <Table.Td className={classes.number}>
        {query.runtime === null ? '–' : formatRuntime(query.runtime)}
      </Table.Td>
      <Table.Td className={classes.quiet}>
        <TimeAgo date={query.retrieved_at} none="Never" />
      </Table.Td>
      <Table.Td className={classes.schedule}>
        {scheduleInWords(query.schedule, { zone: viewerZone, now: new Date() })}
      </Table.Td>
    </Table.Tr>
  )
}

/** More than these would make a row taller than the screen. */
const tagsShown = 5

function RowTags({ tags, onTag }: { tags: readonly string[]; onTag: (tag: string) => void }) {
  const [all, setAll] = useState(false)
  const shown = all || tags.length <= tagsShown + 1 ? tags : tags.slice(0, tagsShown)
  const hidden = tags.length - shown.length
  return (
    <>
      {shown.map((tag) => (
        <UnstyledButton
          key={tag}
          className={classes.tag}
          onClick={() => onTag(tag)}
          aria-label={`Show queries tagged ${tag}`}
        >
          {tag}
        </UnstyledButton>
      ))}
      {hidden > 0 && (
        <UnstyledButton className={classes.more} onClick={() => setAll(true)}>
          +{hidden} more
        </UnstyledButton>
      )}
    </>
  )
}

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone
