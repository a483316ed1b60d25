import { Table, Text } from '@mantine/core'
import { createElement } from 'react'

interface ExampleTableProps {
  caption: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A few rows as a query would return them, for editors that explain what a picture is drawn from. */
export function ExampleTable({ caption, columns, rows }: ExampleTableProps) {
  const cell = (kind: 'th' | 'td', text: string) =>
    kind === 'th' ? (
      <Table.Th scope="col">{text}</Table.Th>
    ) : (
      <Table.Td>
        {text === '' ? (
          <Text span c="dimmed" fs="italic" size="xs">
            null
          </Text>
        ) : (
          text
        )}
      </Table.Td>
    )
  // cells have no names of their own to be keyed by, and never change their places
  const line = (kind: 'th' | 'td', cells: readonly string[]) =>
    createElement(Table.Tr, null, ...cells.map((text) => cell(kind, text)))
  return (
    <Table.ScrollContainer minWidth={240} type="native">
      <Table captionSide="top" withTableBorder withColumnBorders fz="xs" verticalSpacing={4}>
        <Table.Caption ta="start" mt={0}>
          {caption}
        </Table.Caption>
        <Table.Thead>{line('th', columns)}</Table.Thead>
        {createElement(Table.Tbody, null, ...rows.map((cells) => line('td', cells)))}
      </Table>
    </Table.ScrollContainer>
  )
}
