import { VisuallyHidden } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { t } from '#shared/messages/translate.ts'
import { QuietNote } from '../parts/quiet-note.tsx'
import type { RendererProps } from '../visualization.ts'
import classes from './counter.module.css'
import { type CounterModel, counterModel } from './counter-model.ts'
import type { CounterOptions } from './counter-options.ts'
import { useFittingScale } from './use-fitting-scale.ts'

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
