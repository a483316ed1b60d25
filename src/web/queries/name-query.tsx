import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { freeName } from '#shared/queries/free-name.ts'
import { listQueries } from '#shared/queries/queries-api.ts'
import { suggestName } from '#shared/queries/suggest-name.ts'
import { call } from '#web/api/call.ts'
import type { Naming } from './use-save.ts'

/** Asks for the name of a query that is saved for the first time, and whether others are to find it at once. */
export function NameQuery({ of, publishes, onSave, onCancel }: Naming) {
  const [suggested] = useState(() => suggestName(of.text) || of.name)
  const { data: taken = [] } = useQuery({
    queryKey: ['queries', 'names', suggested],
    queryFn: ({ signal }) => namesLike(suggested, signal),
    gcTime: 0,
    retry: false,
  })
  /** null: still the suggested one */
  const [typed, setTyped] = useState<string | null>(null)
  const name = typed ?? freeName(suggested, taken)
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another suggestion is to be typed over like the first
  useLayoutEffect(() => {
    if (typed === null && field.current === document.activeElement) field.current?.select()
  }, [name])
  const [isPublished, setIsPublished] = useState(publishes)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') onSave(name.trim(), isPublished)
      }}
    >
      <Stack gap="sm">
        <TextInput
          ref={field}
          size="xs"
          label={t('Name')}
          data-autofocus
          // the trap of the focus may look before this part is loaded
          autoFocus
          maxLength={255}
          value={name}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Checkbox
          size="xs"
          label={t('Publish')}
          description={t('Otherwise it is a draft, marked Unpublished.')}
          checked={isPublished}
          onChange={(event) => setIsPublished(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
          <Button size="xs" type="submit" disabled={name.trim() === ''}>
            {t('Save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Names of queries with all words of the given one; more than these would hardly have the very same. */
async function namesLike(name: string, signal: AbortSignal): Promise<string[]> {
  const query = { q: name, order: 'name', page_size: '100' }
  const { results } = await call(listQueries, { query, signal })
  return results.map((one) => one.name)
}
