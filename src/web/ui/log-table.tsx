import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './log-table.module.css'

interface LogTableProps {
  columns: readonly ReactNode[]
  /** narrower windows scroll within the table */
  minWidth: number
  /** an older page stays while the next is on its way */
  dimmed: boolean
  /** for rows with nothing to focus: the name of the box, which takes the focus to be scrolled by keys */
  scrolledAs?: string
  /** the rows */
  children: ReactNode
}

/** The frame of a log: quiet heads, rows that begin at the top. */
export function LogTable({ columns, minWidth, dimmed, scrolledAs, children }: LogTableProps) {
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      scrollAreaProps={{ type: 'auto', ...(scrolledAs !== undefined && scrolledByKeys(scrolledAs)) }}
    >
      <Table verticalSpacing={8} highlightOnHover className={classes.table} data-dimmed={dimmed || undefined}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((label, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
              <Table.Th key={place} className={classes.head}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function scrolledByKeys(label: string) {
  return { viewportProps: { tabIndex: 0, role: 'group', 'aria-label': label } }
}
