import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { listQueries } from '#shared/queries/queries-api.ts'
import { listRecentQueries } from '#shared/queries/query-lists-api.ts'
import { call } from '#web/api/call.ts'
import { ItemSearch } from '#web/lists/item-search.tsx'
import { type FoundItem, type ItemSource, useFoundItems } from '#web/lists/use-found-items.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { addWidget } from './add-widget.ts'
import { type Choice, ChosenQuery } from './chosen-query.tsx'
import { complain } from './complain.ts'
import type { EditingDialogProps } from './editing-parts.ts'
import { areMappingsValid, changedTitles, storedMappings } from './mapping-form.ts'
import { saveTitles } from './save-titles.ts'

/** Adds visualizations of a query, with the sources of its parameter values. */
export function AddWidgetDialog({ parts, saveWidget, onClose }: EditingDialogProps) {
  const [query, setQuery] = useState<FoundItem | null>(null)
  const [choice, setChoice] = useState<Choice | null>(null)
  const [openSource, setOpenSource] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  useFocusReturn()
  const existing = parts.parameters.all
  const count = choice?.visualizations.length ?? 0
  const isReady = choice !== null && count > 0 && areMappingsValid(choice.mappings, existing)
  const add = async ({ visualizations, mappings }: Choice) => {
    setIsSaving(true)
    let left = visualizations
    let { items } = parts
    try {
      for (const visualization of visualizations) {
        const widget = { visualization, parameterMappings: storedMappings(mappings) }
        items = await addWidget(parts, widget, items)
        left = left.filter((one) => one !== visualization)
      }
    } catch (error) {
      complain(t('Widget could not be added'), error)
      // the next attempt adds only the others
      setChoice({ visualizations: left, mappings })
      setIsSaving(false)
      return
    }
    await saveTitles(parts.draft, saveWidget, changedTitles(mappings, existing))
    onClose()
  }
  return (
    <Modal
      opened
      size={820}
      title={t('Add Widget')}
      closeOnEscape={openSource === null}
      onClose={() => {
        if (!isSaving) onClose()
      }}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {query === null ? (
        <QuerySearch onChoose={setQuery} onEscape={onClose} />
      ) : (
        <ChosenQuery
          key={query.id}
          query={query}
          parts={parts}
          choice={choice}
          openSource={openSource}
          onOpenSource={setOpenSource}
          onChoice={setChoice}
          onDrop={() => {
            setQuery(null)
            setChoice(null)
            setOpenSource(null)
          }}
        />
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" disabled={isSaving} onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button
          disabled={!isReady}
          loading={isSaving}
          onClick={() => {
            if (choice !== null) void add(choice)
          }}
        >
          {count > 1 ? t('Add {count} widgets to the dashboard', { count }) : t('Add to Dashboard')}
        </Button>
      </Group>
    </Modal>
  )
}

interface QuerySearchProps {
  onChoose(query: FoundItem): void
  /** keeps Escape from being swallowed by a list with nothing to close */
  onEscape(): void
}

const queries: ItemSource<FoundItem> = {
  plural: 'queries',
  readRecent: (signal) => call(listRecentQueries, { signal }),
  read: (query, signal) => call(listQueries, { query, signal }),
}

/** Finds a query by name. */
function QuerySearch({ onChoose, onEscape }: QuerySearchProps) {
  const [typed, setTyped] = useState('')
  const found = useFoundItems(typed, queries)
  return (
    <ItemSearch
      label={t('Search a query by name')}
      plural="queries"
      typed={typed}
      onType={setTyped}
      found={found}
      onEscape={onEscape}
      onChoose={onChoose}
      takesFocus
    />
  )
}
