import { Button, Group } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { attachToGit, deleteGitSync, startGitSync } from '#shared/git-sync/git-sync-api.ts'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { notify } from '#web/ui/toast.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import classes from './git-sync.module.css'
import { GitSyncForm } from './git-sync-form.tsx'
import { type GitSyncState, gitSyncQuery, isOpen } from './git-sync-queries.ts'
import { GitSyncRuns } from './git-sync-runs.tsx'

/** /settings/git-sync: the repository from which content comes, and how the last syncs went. */
export function GitSyncPage() {
  usePageTitle(t('Git Sync'))
  const state = useQuery(gitSyncQuery)
  return (
    <>
      <PageHeader
        title={t('Git Sync')}
        description={t('Brings queries, dashboards, alerts and snippets from the files of a git repository.')}
        actions={state.data !== undefined && state.data.settings !== undefined && <Acts state={state.data} />}
      />
      {state.isPending && <FormSkeleton fields={6} />}
      {state.isError && state.data === undefined && (
        <ErrorAlert error={state.error} onRetry={() => void state.refetch()} />
      )}
      {state.data !== undefined && (
        <div className={classes.page}>
          {state.data.settings !== undefined && <GitSyncRuns state={state.data} />}
          {state.data.detached.length > 0 && <Detached state={state.data} />}
          <GitSyncForm key={String(state.data.settings === undefined)} stored={state.data.settings} />
        </div>
      )}
    </>
  )
}

function useAct() {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const act = async (work: () => Promise<unknown>) => {
    setIsBusy(true)
    try {
      await work()
      await client.invalidateQueries({ queryKey: gitSyncQuery.queryKey })
    } catch (error) {
      notify.error(messageOf(error, ''), { title: t('This could not be done.') })
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, act }
}

function Acts({ state }: { state: GitSyncState }) {
  const { isBusy, act } = useAct()
  const isWorking = isBusy || isOpen(state)
  const start = (is_plan: boolean, overwrites = false) =>
    act(() => call(startGitSync, { body: { is_plan, overwrites } }))
  const [last] = state.runs
  const hasConflict = last?.results.some(({ outcome }) => outcome === 'conflict') ?? false
  return (
    <Group gap="xs">
      <Button variant="default" disabled={isWorking} onClick={() => void start(true)}>
        {t('Plan')}
      </Button>
      {hasConflict && (
        <Button variant="default" disabled={isWorking} onClick={() => void overwrite(start)}>
          {t('Sync and Overwrite')}
        </Button>
      )}
      <Button loading={isWorking} onClick={() => void start(false)}>
        {t('Sync Now')}
      </Button>
      <Button variant="default" disabled={isWorking} onClick={() => void end(act)}>
        {t('End Git Sync')}
      </Button>
    </Group>
  )
}

async function overwrite(start: (isPlan: boolean, overwrites: boolean) => Promise<void>): Promise<void> {
  const isSure = await confirm({
    title: t('Sync and Overwrite'),
    message: t('What was changed here is replaced by what the repository has.'),
    confirmLabel: t('Overwrite'),
    danger: true,
  })
  if (isSure) await start(false, true)
}

async function end(act: (work: () => Promise<unknown>) => Promise<void>): Promise<void> {
  const isSure = await confirm({
    title: t('End Git Sync'),
    message: t('What came from git stays, and is changed here from now on. The settings are deleted.'),
    confirmLabel: t('End Git Sync'),
    danger: true,
  })
  if (isSure) await act(() => call(deleteGitSync))
}

/** What admins have taken out of the hands of the repository. */
function Detached({ state: { detached } }: { state: GitSyncState }) {
  const { isBusy, act } = useAct()
  return (
    <section aria-labelledby="git-sync-detached">
      <h2 id="git-sync-detached" className={classes.heading}>
        {t('Detached')}
      </h2>
      <ul className={classes.detached}>
        {detached.map(({ kind, id, name }) => (
          <li key={id}>
            <span>{name}</span>
            <Button
              size="xs"
              variant="default"
              disabled={isBusy}
              aria-label={t('Attach “{name}”', { name })}
              onClick={() => void act(() => call(attachToGit, { params: { kind, id } }))}
            >
              {t('Attach')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
