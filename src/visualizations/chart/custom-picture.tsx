import { Button, Skeleton, Text } from '@mantine/core'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { customChartFrame } from '#shared/visualizations/custom-chart-frame.ts'
import { textColorOn } from '../parts/colors.ts'
import { DataTable } from '../parts/data-table.tsx'
import { type PictureSource, usePictureSource } from '../parts/picture-source.ts'
import type { PictureTheme } from '../parts/picture-theme.ts'
import { svgDocument, svgElement } from '../parts/svg-text.ts'
import { usePictureTheme } from '../parts/use-picture-theme.ts'
import type { VisualizationPlace } from '../visualization.ts'
import classes from './chart.module.css'
import { type CustomChannel, watchFrame } from './custom-channel.ts'
import { type CustomModel, customTable } from './custom-model.ts'

interface CustomPictureProps {
  model: CustomModel
  name: string
  place: VisualizationPlace
}

/** What somebody's code draws, in a frame that reaches nothing but its data (docs/reference/charts.md#custom-charts). */
export default function CustomPicture({ model, name, place }: CustomPictureProps) {
  const table = useMemo(() => customTable(model), [model])
  const [attempt, setAttempt] = useState(0)
  if (!model.allowed) return <Quiet>{t('Custom charts are switched off on this installation')}</Quiet>
  if (model.code.trim() === '') return <Quiet>{t('This chart has no code yet.')}</Quiet>
  return (
    <>
      <Frame key={attempt} model={model} name={name} place={place} onAgain={() => setAttempt(attempt + 1)} />
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

function Frame({ model, name, place, onAgain }: CustomPictureProps & { onAgain(): void }) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const theme = usePictureTheme(box)
  const { channel, standing, error, plotted } = useFrame(frame, model, theme)
  usePictureSource(box, () => (channel && plotted ? frameSource(channel, box) : null))
  if (standing === 'stopped' || standing === 'missing') {
    return <Stopped standing={standing} onAgain={onAgain} />
  }
  return (
    <div className={classes.framed}>
      <div ref={box} className={classes.plot}>
        <iframe
          ref={frame}
          className={classes.canvas}
          title={name}
          src={customChartFrame}
          // never allow-same-origin: the code would be the visitor
          sandbox="allow-scripts"
          allow=""
          referrerPolicy="no-referrer"
        />
        {standing === 'loading' ? <Skeleton className={classes.canvas} radius="sm" /> : null}
      </div>
      {place === 'editor' && error !== null ? (
        <Text c="dimmed" size="sm" role="status" className={classes.codeError}>
          {t('The code has failed: {error}', { error })}
        </Text>
      ) : null}
    </div>
  )
}

function Stopped({ standing, onAgain }: { standing: 'stopped' | 'missing'; onAgain(): void }) {
  return (
    <div className={classes.stopped}>
      <Text c="dimmed" size="sm" ta="center">
        {standing === 'stopped'
          ? t('The code of this chart did not come to an end and was stopped.')
          : t('The frame of this chart could not be loaded.')}
      </Text>
      <Button size="compact-sm" variant="default" onClick={onAgain}>
        {t('Try again')}
      </Button>
    </div>
  )
}

/** `stopped`: the code ran too long; `missing`: the page of the frame did not come. */
type Standing = 'loading' | 'drawn' | 'stopped' | 'missing'

/** Code that has not come back after so long is stopped with its frame; milliseconds. */
const codePatience = 10_000
/** The page and the library, on a slow line. */
const loadPatience = 60_000

/** Sends the chart to the frame whenever something of it changes. */
function useFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  model: CustomModel,
  theme: PictureTheme | null,
) {
  const [channel, setChannel] = useState<CustomChannel | null>(null)
  const [standing, setStanding] = useState<Standing>('loading')
  const [error, setError] = useState<string | null>(null)
  const [plotted, setPlotted] = useState(false)
  const patience = useRef<ReturnType<typeof setTimeout>>(undefined)
  // before the page of the frame can say anything
  useLayoutEffect(() => {
    if (!frame.current) return
    const wait = (milliseconds: number, end: Standing) => {
      clearTimeout(patience.current)
      patience.current = setTimeout(() => setStanding(end), milliseconds)
    }
    const stop = watchFrame(frame.current, {
      onOpen: (opened) => {
        clearTimeout(patience.current)
        setChannel(opened)
      },
      onTold: (told) => {
        if (told.kind === 'drawing') {
          wait(codePatience, 'stopped')
          return
        }
        clearTimeout(patience.current)
        setStanding('drawn')
        setError(told.error)
        setPlotted(told.plotted)
      },
    })
    wait(loadPatience, 'missing')
    return () => {
      clearTimeout(patience.current)
      stop()
    }
  }, [frame])
  useEffect(() => {
    if (!channel || !theme) return
    const { code, x, ys, logsErrors, hidesToolBar } = model
    const dark = isDark(theme)
    channel.send({ kind: 'draw', code, x, ys, logsErrors, hidesToolBar, theme: { ...theme, dark } })
  }, [channel, model, theme])
  return { channel, standing, error, plotted }
}

function isDark({ ground }: PictureTheme): boolean {
  return textColorOn(ground) === '#ffffff'
}

const noPicture = t('The code of this chart has drawn no picture that could be downloaded.')

/** The plot as a picture within a picture: whatever the code has put into it, nothing of it runs in the file. */
function frameSource(channel: CustomChannel, box: RefObject<HTMLElement | null>): PictureSource {
  const sizeOf = () => ({ width: box.current?.clientWidth ?? 0, height: box.current?.clientHeight ?? 0 })
  return {
    svg: async () => {
      const address = await channel.export('svg', 1)
      if (address === null) throw new Error(noPicture)
      const { width, height } = sizeOf()
      return svgDocument(width, height, svgElement('image', { width, height, href: address }))
    },
    canvas: async (scale) => {
      const address = await channel.export('png', scale)
      if (address === null) throw new Error(noPicture)
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
