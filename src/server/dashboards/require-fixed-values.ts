import { isDeepStrictEqual } from 'node:util'
import { querySubject, type requireVisible } from '#server/queries/index.ts'
import { askerOf, isSafeText } from '#server/runs/index.ts'
import { dictionary } from '#shared/dashboards/stored-fields.ts'
import { readWidgetOptions } from '#shared/dashboards/widget-options.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import { keepingQueryOptions } from './restricted-options.ts'

/** For each static value of a widget, by the name of its parameter: the id of the user who stored it. */
export type StaticValueAuthors = Readonly<Record<string, number>>

type VisibleQuery = Awaited<ReturnType<typeof requireVisible>>
type Options = Readonly<Record<string, unknown>>

/**
 * The options of a widget that the actor may store: if they may not see its query, the values for the query stay as
 * stored. Throws request.invalid.
 */
export async function permittedOptions(
  actor: Actor,
  query: VisibleQuery,
  sent: Options,
  stored: Options,
): Promise<Options> {
  if (!can(actor, 'view', querySubject(query))) return keepingQueryOptions(sent, stored)
  await requireFixedValues(actor, query, sent, stored)
  return sent
}

/**
 * A shared dashboard runs static values with the rights of the user who stored them. If a value may be any text, fixing it
 * equals running text, which requires full access to the data source. Throws request.invalid if a user with less access fixes
 * a value that differs from the stored one.
 */
export async function requireFixedValues(
  actor: Actor,
  query: VisibleQuery,
  sent: Options,
  stored: Options,
): Promise<void> {
  if (can(actor, 'use_fully', { groups: query.groups })) return
  const { query_text, options, data_source_type } = query
  if (await isSafeText(query_text, JSON.parse(options), data_source_type, askerOf(actor))) return
  const before = fixedValues(stored)
  for (const [name, value] of fixedValues(sent)) {
    if (before.has(name) && isDeepStrictEqual(before.get(name), value)) continue
    throw refuse('request.invalid', {
      field: 'options.parameterMappings',
      reason: phrase(
        'options.parameterMappings: only users with full access to the data source may fix the value of {name}.',
        { name },
      ),
    })
  }
}

/**
 * Who stored each static value of `options`: unchanged values keep their author, since a client sends all values with
 * each save. `before`: the widget until now. `known`: authors of values that come back from a version.
 */
export function staticValueAuthors(
  userId: number,
  options: Options,
  before: { options: Options; static_values_by: StaticValueAuthors },
  known: StaticValueAuthors = {},
): StaticValueAuthors {
  const earlier = fixedValues(before.options)
  return dictionary(
    [...fixedValues(options)].flatMap(([name, value]) => {
      const isUnchanged = earlier.has(name) && isDeepStrictEqual(earlier.get(name), value)
      if (isUnchanged) return authorOf(before.static_values_by, name)
      const [restored] = authorOf(known, name)
      return [restored ?? [name, userId]]
    }),
  )
}

/** A widget that is created. */
export const nothingBefore = { options: {}, static_values_by: {} }

function authorOf(authors: StaticValueAuthors, name: string): [string, number][] {
  const author = Object.hasOwn(authors, name) ? authors[name] : undefined
  return author === undefined ? [] : [[name, author]]
}

function fixedValues(options: Options): Map<string, unknown> {
  const mappings = Object.entries(readWidgetOptions(options).parameterMappings)
  return new Map(
    mappings.flatMap(([name, { type, value }]) => (type === 'static-value' ? [[name, value]] : [])),
  )
}
