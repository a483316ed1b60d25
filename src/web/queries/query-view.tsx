import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconMaximize, IconMinimize, IconRefresh } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { DataSource } from '#shared/data-sources/data-sources-api.ts'
import { queryShortcuts, shortcutLabel } from '#shared/queries/keyboard-shortcuts.ts'
import { whyNotExecutable } from '#shared/queries/run-rules.ts'
import { Page } from '#web/app/page.tsx'
import { usePageTitle } from '#web/app/use-page-title.ts'
import { useCurrentUser, usePermission } from '#web/app/use-session.ts'
import { TypeLogo } from '#web/data-sources/type-logo.tsx'
import { ResultPane } from '#web/results/result-pane.tsx'
import { useResultVisualizations } from '#web/results/use-result-visualizations.ts'
import type { EditableQuery } from './editable-query.ts'
import { InlineEdit } from './inline-edit.tsx'
import { isMac } from './is-mac.ts'
import { ParameterInputs } from './parameter-inputs.tsx'
import { QueryHeader } from './query-header.tsx'
import { QueryMetadata } from './query-metadata.tsx'
import classes from './query-view.module.css'
import { silentWords } from './query-words.ts'
import { useInitialResult } from './use-initial-result.ts'
import { type Parameters, searchWithParameters, useParameters } from './use-parameters.ts'
import { type QueryDraft, useQueryDraft } from './use-query-draft.ts'
import { useQueryKeys } from './use-query-keys.ts'
import { useQueryRun } from './use-query-run.ts'

interface QueryViewProps {
  initial: EditableQuery
  source: DataSource | null
}

/** Results and facts of a query, without its source (part 1 section 2). */
export function QueryView({ initial, source }: QueryViewProps) {
  const draft = useQueryDraft(initial)
  const { query } = draft
  usePageTitle(query.name)
  const isNarrow = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const visualizations = useResultVisualizations(query.visualizations, (next) =>
    draft.adopt({ visualizations: next }),
  )
  const { run, parameters, whyNot, mayRun, refresh, applyParameters } = useViewRun(query, source)
  const fullscreen = useFullscreen()
  useQueryKeys({ fullscreen: fullscreen.toggle })
  const mayEdit = query.can_edit && !query.is_archived

  return (
    <Page width="wide">
      <div className={classes.view} data-fullscreen={fullscreen.isOn || undefined}>
        {!fullscreen.isOn && <ViewHead draft={draft} mayEdit={mayEdit} whyNot={whyNot} onRefresh={refresh} />}
        <div className={classes.results}>
          <ParameterInputs parameters={parameters} onApply={applyParameters} />
          <ResultPane
            queryId={query.id}
            execution={run.execution}
            visualizations={visualizations}
            mayEdit={mayEdit}
            mayRun={mayRun}
            refresh={null}
            isFixed={fullscreen.isOn}
            isNarrow={isNarrow ?? false}
          >
            <FullscreenButton isOn={fullscreen.isOn} onToggle={fullscreen.toggle} />
          </ResultPane>
        </div>
        {!fullscreen.isOn && (
          <footer className={classes.footer}>
            <QueryMetadata query={query} />
            {source && (
              <span className={classes.source}>
                <TypeLogo type={source.type} size={24} /> {source.name}
              </span>
            )}
          </footer>
        )}
      </div>
    </Page>
  )
}

/** Running the stored query from its page, and why it may not be run. */
function useViewRun(query: EditableQuery, source: DataSource | null) {
  const { permissions } = useCurrentUser()
  const run = useQueryRun(query)
  const parameters = useParameters(query.query, query.options)
  const navigate = useNavigate()
  useInitialResult(query, run, parameters)
  const facts = {
    text: query.query,
    isExecuting: run.isExecuting,
    hasPendingParameters: parameters.pendingCount > 0,
    dataSource: source,
    isSafe: query.is_safe,
    isSaved: true,
    permissions,
  }
  const mayRun = whyNotExecutable({ ...facts, isExecuting: false, hasPendingParameters: false }) === null
  const start = (all: Parameters['all']) => {
    if (!run.isExecuting && mayRun) run.run({ text: null, offset: 0, parameters: all, maxAge: 0 })
  }
  const applyParameters = () => {
    const applied = parameters.apply()
    void navigate({
      to: '.',
      search: (search) => searchWithParameters(search, applied) as never,
      hash: true,
      replace: true,
      resetScroll: false,
    })
    start(applied)
  }
  return {
    run,
    parameters,
    mayRun,
    whyNot: whyNotExecutable(facts),
    refresh: () => start(parameters.all),
    applyParameters,
  }
}

interface ViewHeadProps {
  draft: QueryDraft
  mayEdit: boolean
  whyNot: string | null
  onRefresh(): void
}

function ViewHead({ draft, mayEdit, whyNot, onRefresh }: ViewHeadProps) {
  const maySeeSource = usePermission('view_source')
  const description = draft.query.description ?? ''
  return (
    <>
      <QueryHeader draft={draft} isSourcePage={false} maySeeSource={maySeeSource}>
        <Tooltip label={whyNot ?? 'Run the query anew'}>
          <Button
            size="xs"
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            data-disabled={whyNot !== null || undefined}
            aria-disabled={whyNot !== null}
            onClick={whyNot === null ? onRefresh : undefined}
          >
            Refresh
          </Button>
        </Tooltip>
      </QueryHeader>
      {(mayEdit || description !== '') && (
        <div className={classes.description}>
          <InlineEdit
            value={description}
            label="Description"
            placeholder="Add description"
            isEditable={mayEdit}
            isMultiline
            allowsEmpty
            maxLength={4096}
            onDone={(text) => void draft.saveField({ description: text }, silentWords)}
          />
        </div>
      )}
    </>
  )
}

function FullscreenButton({ isOn, onToggle }: { isOn: boolean; onToggle(): void }) {
  const label = isOn ? 'Leave fullscreen' : 'Fullscreen'
  return (
    <Tooltip label={`${label} (${shortcutLabel(queryShortcuts.fullscreen[0], isMac)})`}>
      <ActionIcon variant="default" size={26} aria-label={label} aria-pressed={isOn} onClick={onToggle}>
        {isOn ? <IconMinimize size={14} /> : <IconMaximize size={14} />}
      </ActionIcon>
    </Tooltip>
  )
}

/** `?fullscreen` in the address (part 1 section 2). */
function useFullscreen(): { isOn: boolean; toggle(): void } {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const isOn = 'fullscreen' in search
  return {
    isOn,
    toggle: () => {
      const { fullscreen: _, ...rest } = search
      void navigate({
        to: '.',
        search: (isOn ? rest : { ...rest, fullscreen: '' }) as never,
        hash: true,
        replace: true,
        resetScroll: false,
      })
    },
  }
}
