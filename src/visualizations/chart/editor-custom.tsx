import { Checkbox, Textarea } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { editorDelay } from '../parts/debounced-input.tsx'
import type { ChartTabProps } from './chart-editor-rules.ts'
import { customCodeOf } from './custom-model.ts'

/** Initial content of an empty code field: the names that the code may use. */
const firstCode = `// x: an array, the X values of all series one after the other
// ys: an object, the name of each series and the array of its Y values
// element: the element to draw into
// Plotly: the library, as in Plotly.newPlot(element, [{ x, y }])
`

/** The code of a custom chart. Without `Auto update graph` the chart is updated only when the field loses focus. */
export function CustomControls({ options, change }: ChartTabProps) {
  const updates = options['autoRedraw'] !== false
  return (
    <>
      <CodeField
        code={customCodeOf(options)}
        updates={updates}
        onChange={(customCode) => change({ customCode })}
      />
      <Checkbox
        label={t('Show errors in the console')}
        checked={options['enableConsoleLogs'] === true}
        onChange={(event) => change({ enableConsoleLogs: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('Auto update graph')}
        checked={updates}
        onChange={(event) => change({ autoRedraw: event.currentTarget.checked })}
      />
    </>
  )
}

interface CodeFieldProps {
  code: string
  updates: boolean
  onChange(code: string): void
}

function CodeField({ code, updates, onChange }: CodeFieldProps) {
  const [draft, setDraft] = useState(code === '' ? firstCode : code)
  const passLater = useDebouncedCallback(onChange, { delay: editorDelay, flushOnUnmount: true })
  const commit = () => {
    passLater.flush()
    if (draft !== code && draft !== firstCode) onChange(draft)
  }
  return (
    <Textarea
      label={t('Custom code')}
      rows={14}
      resize="vertical"
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      styles={{
        input: {
          fontFamily: 'var(--mantine-font-family-monospace)',
          fontSize: 13,
          lineHeight: 1.5,
          tabSize: 2,
        },
      }}
      value={draft}
      onChange={(event) => {
        setDraft(event.currentTarget.value)
        if (updates) passLater(event.currentTarget.value)
      }}
      onBlur={commit}
    />
  )
}
