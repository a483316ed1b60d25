import { Code, List, Stack, Text } from '@mantine/core'
import { ExampleTable } from '../parts/example-table.tsx'

/** No options: the names of the query's columns decide (reference-visualizations 6.5). */
export default function SankeyEditor() {
  return (
    <Stack gap="sm">
      <Text size="sm">A Sankey has no settings. It is drawn from the columns of the query:</Text>
      <List size="sm" spacing={4}>
        <List.Item>
          <Code>value</Code> is how much a row adds to its flow, as a whole number.
        </List.Item>
        <List.Item>
          <Code>stage1</Code>, <Code>stage2</Code>, … up to <Code>stage5</Code> are the steps of a flow. Other
          names work as well: the first five columns by the alphabet are taken.
        </List.Item>
        <List.Item>A flow ends at its first empty stage.</List.Item>
      </List>
      <ExampleTable
        caption="For example"
        columns={['stage1', 'stage2', 'stage3', 'value']}
        rows={[
          ['Search', 'Product', 'Order', '120'],
          ['Search', 'Product', '', '310'],
          ['Mail', 'Order', '', '45'],
        ]}
      />
      <Text size="sm" c="dimmed">
        Rows with the same step between two stages are added up.
      </Text>
    </Stack>
  )
}
