import { Suspense, useState } from 'react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { t } from '#shared/messages/translate.ts'
import { lazy } from '#web/ui/lazy.tsx'
import classes from './editor-layout.module.css'
import type { EditorLayoutProps } from './editor-parts.ts'

const NarrowLayout = lazy(() =>
  import('./narrow-layout.tsx').then((module) => ({ default: module.NarrowLayout })),
)

/** Sizes are remembered per browser (docs/reference/screens.md#local-options: keys start with `localOptions:`). */
const storage = {
  getItem: (key: string) => readStored(`localOptions:${key}`),
  setItem: (key: string, value: string) => writeStored(`localOptions:${key}`, value),
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // storage is not available: sizes are not remembered
  }
}

/** Three panes beside and above each other; one at a time on narrow screens. */
export function EditorLayout(props: EditorLayoutProps) {
  if (!props.isNarrow) return <WideLayout {...props} />
  return (
    <Suspense>
      <NarrowLayout {...props} />
    </Suspense>
  )
}

function WideLayout({ side, editor, results, sidePanel }: EditorLayoutProps) {
  const columns = useDefaultLayout({ id: 'queryColumns', storage })
  const rows = useDefaultLayout({ id: 'queryRows', storage })
  const [isSideHidden, setIsSideHidden] = useState(false)
  return (
    <Group
      id="query-columns"
      className={classes.group}
      orientation="horizontal"
      defaultLayout={columns.defaultLayout}
      onLayoutChanged={columns.onLayoutChanged}
    >
      <Panel
        id="side"
        className={classes.panel}
        panelRef={sidePanel}
        collapsible
        collapsedSize={0}
        defaultSize="20%"
        minSize={180}
        maxSize="50%"
        onResize={(size) => setIsSideHidden(size.inPixels === 0)}
      >
        <div className={classes.fill} style={isSideHidden ? { visibility: 'hidden' } : undefined}>
          {side}
        </div>
      </Panel>
      <Separator className={classes.columnBar} aria-label={t('Width of the left panel')} />
      <Panel id="main" className={classes.panel} minSize="40%">
        <Group
          id="query-rows"
          className={classes.group}
          orientation="vertical"
          defaultLayout={rows.defaultLayout}
          onLayoutChanged={rows.onLayoutChanged}
        >
          <Panel id="editor" className={classes.panel} defaultSize="42%" minSize={120}>
            {editor}
          </Panel>
          <Separator className={classes.rowBar} aria-label={t('Height of the editor')} />
          <Panel id="results" className={classes.panel} minSize={120}>
            {results}
          </Panel>
        </Group>
      </Panel>
    </Group>
  )
}
