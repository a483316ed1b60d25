import { Button, Popover, TagsInput } from '@mantine/core'
import { IconArchive, IconTag } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plural, t } from '#shared/messages/translate.ts'
import { archiveQuery, type QueryInList, saveQuery } from '#shared/queries/queries-api.ts'
import { listQueryTags } from '#shared/queries/query-lists-api.ts'
import { cleanTags } from '#shared/tags/clean-tags.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import type { BulkBarProps } from '#web/lists/list-kind.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/toast.tsx'
import classes from './query-bulk-bar.module.css'
import { queryPlaces } from './query-places.ts'

interface Failure {
  id: number
  name: string
  reason: string
}

/** Archives and tags the selected queries, one request each. Those that fail stay selected, with the reason. */
export function QueryBulkBar({ to, selected, onSelect }: BulkBarProps<QueryInList>) {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [failures, setFailures] = useState<readonly Failure[]>([])
  if (selected.length === 0) return null

  const act = async (work: (query: QueryInList) => Promise<unknown>, done: (count: number) => string) => {
    setIsBusy(true)
    setFailures([])
    const failed: Failure[] = []
    for (const query of selected) {
      await work(query).catch((error) =>
        failed.push({ id: query.id, name: query.name, reason: messageOf(error, t('Unknown error')) }),
      )
    }
    await client.invalidateQueries({ queryKey: ['queries'] })
    const count = selected.length - failed.length
    if (count > 0) notify.success(done(count))
    setFailures(failed)
    onSelect(failed.map(({ id }) => id))
    setIsBusy(false)
  }

  const archive = async () => {
    const isSure = await confirm({
      title: t('Archive Queries'),
      message: t(
        'Are you sure you want to archive the selected queries? All alerts and dashboard widgets created with their visualizations will be deleted.',
      ),
      confirmLabel: t('Archive'),
      danger: true,
    })
    if (!isSure) return
    await act(
      ({ id }) => call(archiveQuery, { params: { id } }),
      (count) => plural(count, { one: '1 query archived.', other: '{count} queries archived.' }),
    )
  }
  const tag = (added: readonly string[]) =>
    act(
      ({ id, tags }) => call(saveQuery, { params: { id }, body: { tags: cleanTags([...tags, ...added]) } }),
      (count) => plural(count, { one: '1 query tagged.', other: '{count} queries tagged.' }),
    )
  return (
    <section className={classes.bar} aria-label={t('Selected queries')}>
      <div className={classes.acts}>
        <span className={classes.count} role="status">
          {plural(selected.length, { one: '1 selected', other: '{count} selected' })}
        </span>
        {to !== queryPlaces.archive.to && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArchive size={16} aria-hidden="true" />}
            loading={isBusy}
            onClick={() => void archive()}
          >
            {t('Archive')}
          </Button>
        )}
        <AddTags isBusy={isBusy} onAdd={(tags) => void tag(tags)} />
        <Button size="xs" variant="subtle" disabled={isBusy} onClick={() => onSelect([])}>
          {t('Clear selection')}
        </Button>
      </div>
      {failures.length > 0 && (
        <ul className={classes.failures} role="alert">
          {failures.map(({ id, name, reason }) => (
            <li key={id}>
              <strong>{name}</strong>: {reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function AddTags({ isBusy, onAdd }: { isBusy: boolean; onAdd: (tags: readonly string[]) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const [tags, setTags] = useState<string[]>([])
  const [known, setKnown] = useState<readonly string[]>([])
  const open = () => {
    setTags([])
    setIsOpen(true)
    // without suggestions, tags can be typed all the same
    void call(listQueryTags, {}).then((listed) => setKnown(listed.tags.map(({ name }) => name)))
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus position="bottom-start" withinPortal={false}>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTag size={16} aria-hidden="true" />}
          disabled={isBusy}
          onClick={() => (isOpen ? setIsOpen(false) : open())}
        >
          {t('Add Tags')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className={classes.tags}
          onSubmit={(event) => {
            event.preventDefault()
            if (tags.length === 0) return
            setIsOpen(false)
            onAdd(tags)
          }}
        >
          <TagsInput
            size="xs"
            label={t('Tags')}
            placeholder={tags.length === 0 ? t('Type a tag, then press Enter') : undefined}
            data={known.filter((tag) => !tags.includes(tag))}
            limit={20}
            maxTags={100}
            acceptValueOnBlur
            comboboxProps={{ withinPortal: false }}
            value={tags}
            onChange={setTags}
          />
          <Button type="submit" size="xs" disabled={tags.length === 0}>
            {t('Add')}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
