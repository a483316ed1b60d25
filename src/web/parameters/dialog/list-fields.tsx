import { Checkbox, Code, Select, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { plural, t } from '#shared/messages/translate.ts'
import { parametersOfText, readStoredParameters } from '#shared/parameters/detect-parameters.ts'
import {
  dropdownFeeds,
  type MultiValues,
  type ParameterForm,
  quotationOf,
  quotations,
  withQuotation,
} from '#shared/parameters/parameter-form.ts'
import { getQuery, listQueries, type Query } from '#shared/queries/queries-api.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { Message } from '#web/ui/message.tsx'
import classes from './parameter-dialog.module.css'

const otherQuotation = 'other'

interface DropdownQueryProps {
  queryId: number | null
  /** name of this parameter, which cannot feed its own list */
  ownName: string
  pageParameterNames: readonly string[]
  onChange(queryId: number | null): void
}

const searchDelay = 200

const offered = 20

/** The saved query whose result is the list, and the sources of its parameters. */
export function DropdownQuery({ queryId, ownName, pageParameterNames, onChange }: DropdownQueryProps) {
  const chosen = useQuery({
    queryKey: ['dropdown-query', queryId],
    queryFn: ({ signal }) => call(getQuery, { params: { id: queryId ?? 0 }, signal }),
    enabled: queryId !== null,
  })
  const query = queryId === null ? null : (chosen.data ?? null)
  return (
    <div>
      <QueryPicker
        chosen={
          queryId === null ? null : { id: queryId, name: query?.name ?? t('Query {queryId}', { queryId }) }
        }
        error={queryId !== null && chosen.isError ? whyUnreadable(queryId, chosen.error) : null}
        onChange={onChange}
      />
      {queryId !== null && chosen.isPending && <Skeleton height={14} mt="xs" width="60%" />}
      {query !== null && <Feeds query={query} ownName={ownName} pageNames={pageParameterNames} />}
    </div>
  )
}

function whyUnreadable(queryId: number, error: Error): string {
  return t('Query {queryId} cannot be read: {message}', {
    queryId,
    message: messageOf(error, t('please try again later.')),
  })
}

interface QueryPickerProps {
  chosen: { id: number; name: string } | null
  error: string | null
  onChange(queryId: number | null): void
}

function QueryPicker({ chosen, error, onChange }: QueryPickerProps) {
  const [search, setSearch] = useState('')
  // if the field shows the chosen name, there is nothing to search
  const wanted = search === chosen?.name ? '' : search.trim()
  const [debounced] = useDebouncedValue(wanted, searchDelay)
  const found = useQuery({
    queryKey: ['queries', 'dropdown-query', debounced],
    queryFn: ({ signal }) =>
      call(listQueries, {
        query: { page_size: String(offered), ...(debounced === '' ? {} : { q: debounced }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  const results = (found.data?.results ?? []).filter(({ id }) => id !== chosen?.id)
  const options = [...(chosen === null ? [] : [chosen]), ...results]
  return (
    <Select
      label={t('Query')}
      description={t(
        'The query whose result gives the list: its columns “name” and “value”, else its first column.',
      )}
      placeholder={t('Search a query by name')}
      required
      searchable
      allowDeselect={false}
      // the server has already filtered
      filter={({ options: all }) => all}
      data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span className={classes.name}>{option.label}</span>
          <span className={classes.id}>{option.value}</span>
        </span>
      )}
      nothingFoundMessage={found.isFetching || debounced !== wanted ? t('Searching…') : t('No query found')}
      error={error}
      value={chosen === null ? null : String(chosen.id)}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}

/** The parameters of this page that the list depends on. */
function Feeds({
  query,
  ownName,
  pageNames,
}: {
  query: Query
  ownName: string
  pageNames: readonly string[]
}) {
  const parameters = parametersOfText(query.query, readStoredParameters(query.options))
  if (parameters.length === 0) return null
  const { fed, saved } = dropdownFeeds(parameters, pageNames, ownName)
  return (
    <div className={classes.feeds}>
      {fed.length > 0 && (
        <Text size="sm">
          <Message
            text={plural(fed.length, {
              one: 'The list depends on {names} of this page, and is read again when it changes.',
              other: 'The list depends on {names} of this page, and is read again when they change.',
            })}
            values={{ names: <Names names={fed} /> }}
          />
        </Text>
      )}
      {saved.length > 0 && (
        <Text size="sm">
          <Message
            text={plural(saved.length, {
              one: '{names} keeps the value that is saved with the query: this page has no parameter of this name.',
              other:
                '{names} keep the values that are saved with the query: this page has no parameters of these names.',
            })}
            values={{ names: <Names names={saved} /> }}
          />
        </Text>
      )}
    </div>
  )
}

function Names({ names }: { names: readonly string[] }) {
  return names.map((name, at) => (
    <span key={name}>
      {at > 0 && ', '}
      <Code>{name}</Code>
    </span>
  ))
}

interface ListValuesProps {
  form: ParameterForm
  onChange(fields: Partial<ParameterForm>): void
}

/** Whether several values may be chosen, and how each is quoted in the query. */
export function ListValues({ form, onChange }: ListValuesProps) {
  const { multi } = form
  return (
    <>
      <Checkbox
        label={t('Allow multiple values')}
        checked={multi !== null}
        onChange={(event) =>
          onChange({ multi: event.currentTarget.checked ? withQuotation(null, '') : null })
        }
      />
      {multi !== null && (
        <Select
          label={t('Quotation')}
          allowDeselect={false}
          data={choices(multi)}
          value={quotationOf(multi) ?? otherQuotation}
          onChange={(sign) => {
            if (sign !== null && sign !== otherQuotation) onChange({ multi: withQuotation(multi, sign) })
          }}
        />
      )}
    </>
  )
}

/** A quote pair set by other means stays until another one is chosen. */
function choices(multi: MultiValues) {
  const offered = quotations.map(({ sign, label }) => ({ value: sign, label }))
  if (quotationOf(multi) !== null) return offered
  return [
    ...offered,
    {
      value: otherQuotation,
      label: t('As stored: {prefix}…{suffix}', { prefix: multi.prefix, suffix: multi.suffix }),
    },
  ]
}
