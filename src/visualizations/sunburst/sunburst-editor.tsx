import { Code, Divider, Stack, Text } from '@mantine/core'
import { ExampleTable } from '../parts/example-table.tsx'

/** No options: the names of the query's columns decide (reference-visualizations 6.6). */
export default function SunburstEditor() {
  return (
    <Stack gap="sm">
      <Text size="sm">A sunburst has no settings. The query returns its sequences in one of two forms.</Text>
      <Divider />
      <Text size="sm">
        <b>A row for each step</b>, with exactly these columns: <Code>sequence</Code> says which steps belong
        together, <Code>stage</Code> which one comes first, <Code>node</Code> what the step is, and{' '}
        <Code>value</Code> how often the sequence was taken. The first row of a sequence gives its value.
      </Text>
      <ExampleTable
        caption="For example"
        columns={['sequence', 'stage', 'node', 'value']}
        rows={[
          ['1', '1', 'Home', '120'],
          ['1', '2', 'Search', '120'],
          ['2', '1', 'Home', '80'],
        ]}
      />
      <Divider />
      <Text size="sm">
        <b>A row for each sequence</b>: <Code>value</Code> is how often it was taken; all other columns, by
        the alphabet of their names, are its steps from the centre outwards. Empty steps are left out.
      </Text>
      <ExampleTable
        caption="For example"
        columns={['stage1', 'stage2', 'stage3', 'value']}
        rows={[
          ['Home', 'Search', 'Order', '40'],
          ['Home', 'Search', '', '80'],
          ['Home', '', '', '80'],
        ]}
      />
      <Text size="sm" c="dimmed">
        Values are counted as whole numbers.
      </Text>
    </Stack>
  )
}
