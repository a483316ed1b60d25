import { VisuallyHidden } from '@mantine/core'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { QuietNote } from '../parts/quiet-note.tsx'
import type { Size } from '../parts/use-box-size.ts'
import type { RendererProps } from '../visualization.ts'
import classes from './counter.module.css'
import { type CounterModel, counterModel } from './counter-model.ts'
import type { CounterOptions } from './counter-options.ts'

/** One value in large type. Without rows nothing is drawn, not even the label (docs/reference/other-visualizations.md#counter). */
export default function CounterRenderer({
  data,
  options,
  name,
  place,
  settings,
}: RendererProps<CounterOptions>) {
  const model = useMemo(() => counterModel(data, options, settings), [data, options, settings])
  const lacks = place === 'editor' ? model.lacks.join(' ') : ''
  if (!model.value && lacks === '') return null
  return (
    <div className={classes.counter} data-place={place}>
      {model.value ? <Figures model={model} name={name} /> : null}
      {lacks === '' ? null : <QuietNote>{lacks}</QuietNote>}
    </div>
  )
}

const trendTexts = { positive: t('Target reached'), negative: t('Below target') }

function Figures({ model, name }: { model: CounterModel; name: string }) {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const scale = useFittingScale(box, content)
  const { value, target, trend } = model
  return (
    <div ref={box} className={classes.box}>
      <div
        ref={content}
        className={classes.content}
        style={{ transform: `translate(-50%, -50%) scale(${scale})` }}
      >
        {value && value.text !== '' ? (
          <div
            className={classes.value}
            data-trend={trend ?? undefined}
            data-text={model.isNumber ? undefined : true}
            title={value.tooltip}
          >
            {value.text}
          </div>
        ) : null}
        {target ? (
          <div className={classes.target} title={target.tooltip}>
            ({target.text})
          </div>
        ) : null}
        {trend ? <VisuallyHidden>{trendTexts[trend]}</VisuallyHidden> : null}
        <div className={classes.label}>{model.label === '' ? name : model.label}</div>
      </div>
    </div>
  )
}

/** The scale at which the content fits its box, rounded down to two decimals: finer steps would make the text jitter. */
export function fittingScale(box: Size, content: Size): number {
  if (content.width <= 0 || content.height <= 0) return 1
  const scale = Math.min(box.width / content.width, box.height / content.height)
  return Math.max(0.01, Math.floor(scale * 100) / 100)
}

/**
 * Keeps the content as large as its box allows. It measures layout sizes, which the CSS transform does not change, so that
 * applying a scale never triggers another measurement.
 */
function useFittingScale(box: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>): number {
  const [scale, setScale] = useState(1)
  useLayoutEffect(() => {
    const [outer, inner] = [box.current, content.current]
    if (!outer || !inner) return
    const read = () =>
      setScale(
        fittingScale(
          { width: outer.clientWidth, height: outer.clientHeight },
          { width: inner.offsetWidth, height: inner.offsetHeight },
        ),
      )
    read()
    const observer = new ResizeObserver(read)
    observer.observe(outer)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [box, content])
  return scale
}
