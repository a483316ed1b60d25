import { Popover } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import type { SchemaColumn } from '#shared/data-sources/data-sources-api.ts'
import { plural, t } from '#shared/messages/translate.ts'
import { keyWords } from './column-words.ts'
import classes from './name-card.module.css'
import type { LoadedSchema } from './use-schema.ts'

/** Where the line stands in the window. */
export interface CardPlace {
  top: number
  height: number
  /** the end of the tree, beside which the card stands */
  side: number
}

interface NameCardProps {
  at: CardPlace
  schema: LoadedSchema
  table: number
  /** null: of the table itself */
  column: SchemaColumn | null
  /** values of the column; null: not allowed */
  values: ReactNode
  onEnter(): void
  onLeave(): void
}

/** What is known of the table or column under the pointer. Nothing is asked of the data source by hovering. */
export function NameCard({ at, schema, table, column, values, onEnter, onLeave }: NameCardProps) {
  const name = schema.outline.names[table] ?? ''
  const about = useAbout(schema, column === null ? table : null)
  const description = column === null ? about : column.description
  return (
    <Popover
      opened
      position="right-start"
      shadow="md"
      offset={6}
      withRoles={false}
      trapFocus={false}
      returnFocus={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      middlewares={{ flip: true, shift: { padding: 8 } }}
    >
      <Popover.Target>
        <span
          aria-hidden
          style={{ position: 'fixed', left: at.side, top: at.top, width: 1, height: at.height }}
        />
      </Popover.Target>
      <Popover.Dropdown
        className={classes.card}
        role="region"
        aria-label={t('About {name}', { name: column?.name ?? name })}
        onPointerEnter={onEnter}
        onPointerLeave={onLeave}
      >
        <p className={classes.name}>{column?.name ?? name}</p>
        {column === null ? (
          <p className={classes.facts}>{countOf(schema, table)}</p>
        ) : (
          <p className={classes.facts}>
            {column.type && <code>{column.type}</code>}
            {keyWords(column).map((words) => (
              <span key={words}>{words}</span>
            ))}
          </p>
        )}
        {description && <p className={classes.description}>{description}</p>}
        {column !== null && values}
      </Popover.Dropdown>
    </Popover>
  )
}

function countOf({ outline }: LoadedSchema, table: number): string {
  return plural(outline.columnCounts[table] ?? 0, { one: '{count} column', other: '{count} columns' })
}

/** The description of a table, which the page does not hold; null: no table, or it has none. */
function useAbout(schema: LoadedSchema, table: number | null): string | null {
  const [known, setKnown] = useState<{ table: number; text: string | null } | null>(null)
  useEffect(() => {
    if (table === null) return
    let isCurrent = true
    // the card says less without it
    schema.client.ask<'table'>({ kind: 'table', table }).then(
      (found) => isCurrent && setKnown({ table, text: found?.description ?? null }),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [schema, table])
  return known !== null && known.table === table ? known.text : null
}
