import { Button, Skeleton, Text } from '@mantine/core'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { customChartFrame } from '#shared/visualizations/custom-chart-frame.ts'
import { textColorOn } from '../parts/colors.ts'
import { DataTable } from '../parts/data-table.tsx'
import { type ImageSource, useImageSource } from '../parts/image-source.ts'
import { svgDocument, svgElement } from '../parts/svg-text.ts'
import { useVisualizationTheme } from '../parts/use-visualization-theme.ts'
import type { VisualizationTheme } from '../parts/visualization-theme.ts'
import type { VisualizationPlace } from '../visualization.ts'
import classes from './chart.module.css'
import { type CustomChannel, watchFrame } from './custom-channel.ts'
import { type CustomModel, customTable } from './custom-model.ts'

interface CustomPlotProps {
  model: CustomModel
  name: string
  place: VisualizationPlace
}

/** Runs user code in a sandboxed frame that has access only to its data (docs/reference/charts.md#custom-charts). */
export default function CustomPlot({ model, name, place }: CustomPlotProps) {
  const table = useMemo(() => customTable(model), [model])
  const [attempt, setAttempt] = useState(0)
  if (!model.allowed) return <Quiet>{t('Custom charts are switched off on this installation')}</Quiet>
  if (model.code.trim() === '') return <Quiet>{t('This chart has no code yet.')}</Quiet>
  return (
    <>
      <Frame key={attempt} model={model} name={name} place={place} onRetry={() => setAttempt(attempt + 1)} />
      <DataTable table={table} name={name} />
    </>
  )
}

function Quiet({ children }: { children: string }) {
  return (
    <Text c="dimmed" size="sm" m="auto" ta="center">
      {children}
    </Text>
  )
}

function Frame({ model, name, place, onRetry }: CustomPlotProps & { onRetry(): void }) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const theme = useVisualizationTheme(box)
  const { channel, state, error, plotted } = useFrame(frame, model, theme)
  useImageSource(box, () => (channel && plotted ? frameSource(channel, box) : null))
  if (state === 'stopped' || state === 'missing') {
    return <Stopped state={state} onRetry={onRetry} />
  }
  return (
    <div className={classes.framed}>
      <div ref={box} className={classes.plot}>
        <iframe
          ref={frame}
          className={classes.canvas}
          title={name}
          src={customChartFrame}
          // never allow-same-origin: the code would act with the viewer's session
          sandbox="allow-scripts"
          allow=""
          referrerPolicy="no-referrer"
        />
        {state === 'loading' ? <Skeleton className={classes.canvas} radius="sm" /> : null}
      </div>
      {place === 'editor' && error !== null ? (
        <Text c="dimmed" size="sm" role="status" className={classes.codeError}>
          {t('The code has failed: {error}', { error })}
        </Text>
      ) : null}
    </div>
  )
}

function Stopped({ state, onRetry }: { state: 'stopped' | 'missing'; onRetry(): void }) {
  return (
    <div className={classes.stopped}>
      <Text c="dimmed" size="sm" ta="center">
        {state === 'stopped'
          ? t('The code of this chart did not come to an end and was stopped.')
          : t('The frame of this chart could not be loaded.')}
      </Text>
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  )
}

/** `stopped`: the code ran too long; `missing`: the page of the frame did not load. */
type FrameState = 'loading' | 'drawn' | 'stopped' | 'missing'

/** The frame is removed when its code runs longer, milliseconds. */
const codeTimeout = 10_000
/** For the page and the library on a slow connection, milliseconds. */
const loadTimeout = 60_000

/** Sends the chart to the frame after every change. */
function useFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  model: CustomModel,
  theme: VisualizationTheme | null,
) {
  const [channel, setChannel] = useState<CustomChannel | null>(null)
  const [state, setState] = useState<FrameState>('loading')
  const [error, setError] = useState<string | null>(null)
  const [plotted, setPlotted] = useState(false)
  const timeout = useRef<ReturnType<typeof setTimeout>>(undefined)
  // a layout effect runs before the page of the frame can send its greeting
  useLayoutEffect(() => {
    if (!frame.current) return
    const wait = (milliseconds: number, end: FrameState) => {
      clearTimeout(timeout.current)
      timeout.current = setTimeout(() => setState(end), milliseconds)
    }
    const stop = watchFrame(frame.current, {
      onOpen: (opened) => {
        clearTimeout(timeout.current)
        setChannel(opened)
      },
      onMessage: (message) => {
        if (message.kind === 'drawing') {
          wait(codeTimeout, 'stopped')
          return
        }
        clearTimeout(timeout.current)
        setState('drawn')
        setError(message.error)
        setPlotted(message.plotted)
      },
    })
    wait(loadTimeout, 'missing')
    return () => {
      clearTimeout(timeout.current)
      stop()
    }
  }, [frame])
  useEffect(() => {
    if (!channel || !theme) return
    const { code, x, ys, logsErrors, hidesToolBar } = model
    const dark = isDark(theme)
    channel.send({ kind: 'draw', code, x, ys, logsErrors, hidesToolBar, theme: { ...theme, dark } })
  }, [channel, model, theme])
  return { channel, state, error, plotted }
}

function isDark({ ground }: VisualizationTheme): boolean {
  return textColorOn(ground) === '#ffffff'
}

const noImage = t('The code of this chart has drawn no image that could be downloaded.')

/** Exports the plot as an image inside of an SVG document, where scripts that the code put into it cannot run. */
function frameSource(channel: CustomChannel, box: RefObject<HTMLElement | null>): ImageSource {
  const sizeOf = () => ({ width: box.current?.clientWidth ?? 0, height: box.current?.clientHeight ?? 0 })
  return {
    svg: async () => {
      const address = await channel.export('svg', 1)
      if (address === null) throw new Error(noImage)
      const { width, height } = sizeOf()
      return svgDocument(width, height, svgElement('image', { width, height, href: address }))
    },
    canvas: async (scale) => {
      const address = await channel.export('png', scale)
      if (address === null) throw new Error(noImage)
      const { width, height } = sizeOf()
      const image = new Image()
      image.src = address
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = Math.round(width * scale)
      canvas.height = Math.round(height * scale)
      canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
      return canvas
    },
  }
}
