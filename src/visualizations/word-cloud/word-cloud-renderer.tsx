import { useEffect, useMemo, useRef, useState } from 'react'
import { formatNumber } from '#shared/format/numbers.ts'
import { plural, t } from '#shared/messages/translate.ts'
import { DataTable, maxTableRows } from '../parts/data-table.tsx'
import { useImageSource } from '../parts/image-source.ts'
import { QuietNote } from '../parts/quiet-note.tsx'
import { useBoxSize } from '../parts/use-box-size.ts'
import { useVisualizationTheme } from '../parts/use-visualization-theme.ts'
import { VisualizationFrame, VisualizationNote } from '../parts/visualization-frame.tsx'
import type { RendererProps } from '../visualization.ts'
import { cloudDocument, cloudTransform, wordStyle } from './cloud-view.ts'
import classes from './word-cloud.module.css'
import { type CloudWord, wordCloudModel } from './word-cloud-model.ts'
import type { WordCloudOptions } from './word-cloud-options.ts'
import { layOutWords, type WordLayout } from './word-layout.ts'

export default function WordCloudRenderer(props: RendererProps<WordCloudOptions>) {
  const { data, options, name, place, settings } = props
  const model = useMemo(() => wordCloudModel(data, options, settings), [data, options, settings])
  const textOf = useMemo(() => countText(settings), [settings])
  return (
    <VisualizationFrame place={place} pageHeight={400}>
      {model.kind === 'message' ? (
        <QuietNote>{model.text}</QuietNote>
      ) : (
        <>
          <Cloud words={model.words} name={name} textOf={textOf} />
          {model.notes.length > 0 ? <VisualizationNote>{model.notes.join(' ')}</VisualizationNote> : null}
          <DataTable
            name={name}
            table={{
              columns: [t('Word'), t('Frequency')],
              rows: model.words.slice(0, maxTableRows).map(({ text, count }) => [text, textOf(count)]),
              more: Math.max(0, model.words.length - maxTableRows),
            }}
          />
        </>
      )}
    </VisualizationFrame>
  )
}

/** Whole numbers without decimals. */
function countText(settings: RendererProps<WordCloudOptions>['settings']): (count: number) => string {
  const { integerFormat, floatFormat } = settings
  return (count) => formatNumber(count, Number.isInteger(count) ? integerFormat : floatFormat, settings)
}

interface CloudProps {
  words: readonly CloudWord[]
  name: string
  textOf(count: number): string
}

function Cloud({ words, name, textOf }: CloudProps) {
  const box = useRef<HTMLDivElement>(null)
  const size = useBoxSize(box)
  const theme = useVisualizationTheme(box)
  const { layout, busy } = useWordLayout(words, theme?.fontFamily)
  useImageSource(box, () =>
    layout && size && theme ? { svg: async () => cloudDocument(layout, size, theme) } : null,
  )
  return (
    <div ref={box} className={classes.cloud} aria-busy={busy}>
      {layout && size && theme ? (
        <svg
          className={classes.visualization}
          role="img"
          aria-label={plural(
            words.length,
            {
              one: '{name}: word cloud of {count} word, as a table after it',
              other: '{name}: word cloud of {count} words, as a table after it',
            },
            { name },
          )}
          viewBox={`0 0 ${size.width} ${size.height}`}
          fontFamily={theme.fontFamily}
          textAnchor="middle"
        >
          <g transform={cloudTransform(layout, size)}>
            {layout.words.map((word) => (
              <text key={word.text} {...wordStyle(word, theme)}>
                {word.label}
                <title>{`${word.text}: ${textOf(word.count)}`}</title>
              </text>
            ))}
          </g>
        </svg>
      ) : null}
    </div>
  )
}

/** Lays out words asynchronously; keeps the former layout until the new one is ready. */
function useWordLayout(
  words: readonly CloudWord[],
  fontFamily: string | undefined,
): { layout: WordLayout | null; busy: boolean } {
  const [found, setFound] = useState<{ words: readonly CloudWord[]; layout: WordLayout } | null>(null)
  useEffect(() => {
    if (fontFamily === undefined) return
    return layOutWords(words, fontFamily, (layout) => setFound({ words, layout }))
  }, [words, fontFamily])
  return { layout: found?.layout ?? null, busy: found?.words !== words }
}
