import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { locale, plural, t } from '#shared/messages/translate.ts'
import { executionStatusText, hasNoResult, isRunning } from '#shared/results/execution-step.ts'
import { ownNameOf } from '#visualizations/registry.ts'
import { Markdown } from '#web/markdown/markdown.tsx'
import classes from './embed.module.css'
import type { EmbedAddress } from './embed-address.ts'
import { EmbedFooter } from './embed-footer.tsx'
import type { EmbedRun } from './embed-runner.ts'
import { VisualizationSkeleton } from './embed-skeleton.tsx'
import { EmbedVisualization } from './embed-visualization.tsx'
import { embedWords } from './embed-words.ts'
import type { EmbeddedQuery } from './use-embedded-query.ts'

export interface EmbedFrameProps {
  address: EmbedAddress
  embedded: EmbeddedQuery
  run: EmbedRun
  hasParameters: boolean
  /** values of the parameters, in the form of an address */
  values: string
  /** why nothing can run; null or absent when all values are there */
  missing?: string | null
  /** null: not available now */
  onRefresh: (() => void) | null
  /** the controls of the parameters */
  children?: ReactNode
}

/** Header, parameters, visualization and footer, filling the frame. */
export function EmbedFrame(props: EmbedFrameProps) {
  const { address, embedded, run, children } = props
  const { query, visualization } = embedded
  const { name } = query
  const ownName = ownNameOf(visualization)
  const visualizationRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    document.title = t('{name} · Sextant', { name })
  }, [name])
  return (
    <div className={classes.frame}>
      {!address.flags.hide_header && (
        <header className={classes.header}>
          <h1 className={classes.name}>
            {name} {ownName && <small className={classes.ownName}>{ownName}</small>}
          </h1>
          {address.flags.showDescription && query.description && (
            <div className={classes.description}>
              <Markdown text={query.description} />
            </div>
          )}
        </header>
      )}
      <main className={classes.main}>
        {children}
        <EmbedStage {...props} visualizationRef={visualizationRef} />
      </main>
      <EmbedFooter
        address={address}
        result={run.result}
        dateTimeFormat={embedded.config.dateTimeFormat}
        isRunning={isRunning(run.state)}
        hasParameters={props.hasParameters}
        values={props.values}
        onRefresh={props.missing ? null : props.onRefresh}
        onExportImage={async (format) =>
          (await import('#web/visualizations/download-image.ts')).exportImage(
            visualizationRef.current,
            format,
            name,
          )
        }
      />
    </div>
  )
}

type EmbedStageProps = EmbedFrameProps & { visualizationRef: RefObject<HTMLDivElement | null> }

function EmbedStage({ embedded, run, missing, visualizationRef }: EmbedStageProps) {
  const { state } = run
  const isBusy = isRunning(state)
  // an invalid key must not show earlier results
  const result = state.error === embedWords.unknownKey ? null : run.result
  const error = missing ?? (hasNoResult(state) ? (state.error ?? embedWords.unknown) : null)
  return (
    <div className={classes.stage} aria-busy={isBusy}>
      {error !== null && <EmbedError message={error} />}
      {isBusy && <EmbedStatus state={state} />}
      {result !== null ? (
        <div className={classes.result} data-stale={isBusy || undefined}>
          {result.truncated && (
            <p className={classes.truncated}>
              {t('Result truncated to {count} rows', {
                count: result.data.rows.length.toLocaleString(locale),
              })}
            </p>
          )}
          <EmbedVisualization
            visualization={embedded.visualization}
            config={embedded.config}
            result={result.data}
            visualizationRef={visualizationRef}
          />
        </div>
      ) : (
        isBusy && <VisualizationSkeleton />
      )}
    </div>
  )
}

/** The state of the run: queued, executing, loading. */
function EmbedStatus({ state }: { state: EmbedRun['state'] }) {
  return (
    <div className={classes.status} role="status">
      {executionStatusText(state)}
      {state.rows !== null && state.rows > 0 && (
        <span className={classes.quiet}>
          {plural(
            state.rows,
            { one: '{count} row so far', other: '{count} rows so far' },
            { count: state.rows.toLocaleString(locale) },
          )}
        </span>
      )}
    </div>
  )
}

export function EmbedError({ message }: { message: string }) {
  return (
    <div className={classes.error} role="alert">
      {t('Error: {message}', { message })}
    </div>
  )
}
