import { Badge } from '@mantine/core'
import type { ContentResult } from '#shared/content/content-api.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import type { GitSyncRun } from '#shared/git-sync/git-sync-api.ts'
import { t } from '#shared/messages/translate.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { Message } from '#web/ui/message.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import classes from './git-sync.module.css'
import type { GitSyncState } from './git-sync-queries.ts'

/** The last runs, newest first, and when the next one is due. */
export function GitSyncRuns({ state: { runs, next_at, settings } }: { state: GitSyncState }) {
  return (
    <section aria-labelledby="git-sync-runs">
      <h2 id="git-sync-runs" className={classes.heading}>
        {t('Last Syncs')}
      </h2>
      <p className={classes.state}>
        {settings !== undefined && (
          <Message text={t('With the rights of {name}.')} values={{ name: settings.user.name }} />
        )}{' '}
        {next_at !== null && <Next at={next_at} />}
      </p>
      {runs.length === 0 && <p className={classes.state}>{t('No sync has run yet. Begin with a plan.')}</p>}
      <ul className={classes.runs}>
        {runs.map((run, place) => (
          <li key={run.id}>
            <Run run={run} isOpen={place === 0} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The schedule is looked at once a minute. */
function Next({ at }: { at: string }) {
  const { dateTimeFormat } = useClientConfig()
  const time = Date.parse(at)
  if (time <= Date.now()) return t('Next: within a minute')
  return <Message text={t('Next: {time}')} values={{ time: formatDateTime(time, dateTimeFormat) }} />
}

const words: Readonly<Record<GitSyncRun['state'], { text: string; color: string }>> = {
  waiting: { text: t('Waiting'), color: 'gray' },
  running: { text: t('Running'), color: 'blue' },
  done: { text: t('Done'), color: 'green' },
  refused: { text: t('Refused'), color: 'red' },
  failed: { text: t('Failed'), color: 'red' },
}

function Run({ run, isOpen }: { run: GitSyncRun; isOpen: boolean }) {
  const { text, color } = words[run.state]
  return (
    <>
      <div className={classes.run}>
        <Badge variant="light" color={color} radius="sm">
          {text}
        </Badge>
        <strong>{run.is_plan ? t('Plan') : t('Sync')}</strong>
        <span className={classes.fact}>
          <TimeAgo date={run.asked_at} />
        </span>
        <span className={classes.fact}>{causeOf(run)}</span>
        {run.commit !== null && <code>{run.commit.slice(0, 8)}</code>}
        {run.subject !== null && (
          <span className={classes.fact}>
            {run.subject} ({run.author})
          </span>
        )}
      </div>
      {run.error !== null && <p className={classes.problem}>{run.error}</p>}
      {run.state === 'done' && run.results.length === 0 && (
        <p className={classes.problem}>{t('Nothing has changed.')}</p>
      )}
      {run.results.length > 0 && <Results run={run} isOpen={isOpen} />}
    </>
  )
}

function causeOf({ cause, asked_by }: GitSyncRun): string {
  if (cause === 'schedule') return t('on schedule')
  return cause === 'webhook' ? t('by webhook') : t('by {name}', { name: asked_by ?? '' })
}

function Results({ run, isOpen }: { run: GitSyncRun; isOpen: boolean }) {
  const isWritten = run.state === 'done' && !run.is_plan
  return (
    <details open={isOpen}>
      <summary>{isWritten ? t('What it did') : t('What a sync would do')}</summary>
      <ul className={classes.results}>
        {run.results.map((result) => (
          <li key={`${result.kind} ${result.id} ${result.name}`} data-problem={result.problem && true}>
            {outcomeOf(result, isWritten)} <strong>{result.name}</strong>
            {result.problem !== undefined && `: ${result.problem}`}
          </li>
        ))}
      </ul>
    </details>
  )
}

function outcomeOf({ outcome }: ContentResult, isWritten: boolean): string {
  if (outcome === 'created') return isWritten ? t('Created:') : t('Create:')
  if (outcome === 'updated') return isWritten ? t('Updated:') : t('Update:')
  if (outcome === 'deleted') return isWritten ? t('Archived:') : t('Archive:')
  return outcome === 'conflict' ? t('Conflict:') : t('Refused:')
}
