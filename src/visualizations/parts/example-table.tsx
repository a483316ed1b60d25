import { Table, Text } from '@mantine/core'
import { createElement } from 'react'

interface ExampleTableProps {
  caption: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Shows an example result in editors, to explain the input of a visualization. */
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
  // createElement, because cells have no unique keys, and their positions never change
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
