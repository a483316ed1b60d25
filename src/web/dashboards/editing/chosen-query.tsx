import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { t } from '#shared/messages/translate.ts'
import { parametersOfText, readStoredParameters } from '#shared/parameters/detect-parameters.ts'
import { getQuery, type Query } from '#shared/queries/queries-api.ts'
import type { Visualization } from '#shared/visualizations/visualizations-api.ts'
import { call } from '#web/api/call.ts'
import type { FoundItem } from '#web/lists/use-found-items.ts'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import classes from './chosen-query.module.css'
import type { EditingParts } from './editing-parts.ts'
import { type EditedMapping, suggestedMappings } from './mapping-form.ts'
import { MappingsTable } from './mappings-table.tsx'
import { newestVisualization, VisualizationChoice } from './visualization-choice.tsx'

/** The widgets to add; null until the chosen query has loaded. */
export interface Choice {
  visualizations: readonly Visualization[]
  mappings: readonly EditedMapping[]
}

interface ChosenQueryProps {
  query: FoundItem
  parts: EditingParts
  choice: Choice | null
  onChoice(choice: Choice | null): void
  /** name of the parameter whose source is being edited */
  openSource: string | null
  onOpenSource(name: string | null): void
  /** returns to the search */
  onDrop(): void
}

/** The chosen query, with the remaining choices. */
export function ChosenQuery(props: ChosenQueryProps) {
  const { query, parts, choice, onChoice, onDrop } = props
  const loaded = useQuery({
    queryKey: ['query', query.id, 'add-widget'],
    queryFn: ({ signal }) => call(getQuery, { params: { id: query.id }, signal }),
    // the current query, not the one cached when it was last added
    staleTime: 0,
  })
  useFirstChoice(loaded.isFetching ? undefined : loaded.data, parts, onChoice)
  const drop = useRef<HTMLButtonElement>(null)
  // the list that had focus was removed
  useEffect(() => drop.current?.focus(), [])
  const dropdowns = useMemo(() => parts.dropdownsOf(query.id), [parts.dropdownsOf, query.id])
  return (
    <>
      <div className={classes.query}>
        <span className={classes.name}>{query.name}</span>
        {query.is_draft && <StateLabel>{t('Unpublished')}</StateLabel>}
        <Tooltip label={t('Choose another query')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            ref={drop}
            aria-label={t('Choose another query')}
            onClick={onDrop}
          >
            <IconX size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
      {loaded.error && (
        <ErrorAlert
          error={loaded.error}
          fallback={t('The query could not be read.')}
          onRetry={() => void loaded.refetch()}
        />
      )}
      {!loaded.error && choice === null && loaded.isFetching && <FormSkeleton fields={1} />}
      {!loaded.error && choice === null && !loaded.isFetching && (
        <Text c="dimmed">{t('This query has no visualizations.')}</Text>
      )}
      {choice !== null && loaded.data && (
        <>
          <VisualizationChoice
            query={loaded.data}
            chosen={choice.visualizations}
            onChoose={(visualizations) => onChoice({ ...choice, visualizations })}
          />
          {choice.mappings.length > 0 && (
            <section className={classes.parameters} aria-label={t('Parameters')}>
              <div className={classes.heading}>{t('Parameters')}</div>
              <MappingsTable
                mappings={choice.mappings}
                existing={parts.parameters.all}
                settings={parts.settings}
                dropdowns={dropdowns}
                opened={props.openSource}
                onOpen={props.onOpenSource}
                onChange={(mappings) => onChoice({ ...choice, mappings })}
              />
            </section>
          )}
        </>
      )}
    </>
  )
}

/** Chooses the newest visualization once the query has loaded. */
function useFirstChoice(
  query: Query | undefined,
  parts: EditingParts,
  onChoice: (choice: Choice | null) => void,
): void {
  const latest = useRef({ parts, onChoice })
  latest.current = { parts, onChoice }
  useEffect(() => {
    if (query === undefined) return
    const visualization = newestVisualization(query.visualizations)
    const existing = latest.current.parts.parameters.all
    const parameters = parametersOfText(query.query, readStoredParameters(query.options))
    const mappings = suggestedMappings(parameters, existing)
    latest.current.onChoice(visualization === null ? null : { visualizations: [visualization], mappings })
  }, [query])
}
