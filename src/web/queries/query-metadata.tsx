import type { DataSource } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { Markdown } from '#web/markdown/markdown.tsx'
import { ScheduleBlock } from '#web/schedules/schedule-block.tsx'
import { usePermission } from '#web/session/use-session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { InlineEdit } from '#web/ui/inline-edit.tsx'
import { Message } from '#web/ui/message.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import classes from './query-metadata.module.css'
import { silentWords } from './query-words.ts'
import type { QueryDraft } from './use-query-draft.ts'

/** the limit of the server */
const maxLength = 4096

interface QueryMetadataProps {
  draft: QueryDraft
  source: DataSource | null
}

/** Who created the query, who changed it last, and its schedule. */
export function QueryMetadata({ draft, source }: QueryMetadataProps) {
  const { query } = draft
  const maySchedule = usePermission('schedule_query')
  if (query.user === null || query.id === null) return null
  const modifier = query.last_modified_by ?? query.user
  return (
    <dl className={classes.list}>
      <div className={classes.row}>
        <dt className="sx-visually-hidden">{t('Created')}</dt>
        <dd>
          <Avatar name={query.user.name} />
          <span className={classes.who}>
            <span className={classes.name}>{query.user.name}</span>{' '}
            <span className={classes.when}>
              <Message text={t('created {time}')} values={{ time: <TimeAgo date={query.created_at} /> }} />
            </span>
          </span>
        </dd>
      </div>
      <div className={classes.row}>
        <dt className="sx-visually-hidden">{t('Updated')}</dt>
        <dd>
          <Avatar name={modifier.name} />
          <span className={classes.who}>
            <span className={classes.name}>{modifier.name}</span>{' '}
            <span className={classes.when}>
              <Message text={t('updated {time}')} values={{ time: <TimeAgo date={query.updated_at} /> }} />
            </span>
          </span>
        </dd>
      </div>
      <div className={classes.schedule}>
        <dt className={classes.term}>{t('Refresh Schedule')}</dt>
        <dd>
          <ScheduleBlock
            query={{ ...query, id: query.id }}
            isPaused={source?.paused === 1}
            isEditable={maySchedule && query.can_edit && !query.is_archived}
            onChange={(schedule) =>
              void draft.saveField({ schedule: schedule && { ...schedule } }, silentWords)
            }
          />
        </dd>
      </div>
    </dl>
  )
}

/** The description of the query, in markdown, edited in place. Empty if there is none and the user may not add one. */
export function QueryDescription({ draft, isEditable }: { draft: QueryDraft; isEditable: boolean }) {
  const description = draft.query.description ?? ''
  if (description === '' && !isEditable) return null
  return (
    <InlineEdit
      value={description}
      label={t('Description')}
      placeholder={t('Add description')}
      hint={t('Markdown. Shift + Enter begins a new line.')}
      isEditable={isEditable}
      isMultiline
      allowsEmpty
      maxLength={maxLength}
      renderValue={(text) => <Markdown text={text} />}
      onDone={(text) => void draft.saveField({ description: text }, silentWords)}
    />
  )
}
