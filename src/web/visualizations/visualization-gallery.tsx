import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, type ReactNode, useId, useMemo } from 'react'
import { t } from '#shared/messages/translate.ts'
import type { VisualizationData } from '#visualizations/visualization.ts'
import type { VisualizationStart } from './edited-visualization.ts'
import { useHostSettings } from './host-settings.ts'
import { nextCard } from './next-card.ts'
import {
  drawableKinds,
  type SuggestedVisualization,
  suggestVisualizations,
} from './suggest-visualizations.ts'
import classes from './visualization-gallery.module.css'
import { VisualizationIcon } from './visualization-icon.tsx'
import { type VisualizationKind, visualizationKinds } from './visualization-kinds.ts'
import { VisualizationThumbnail } from './visualization-thumbnail.tsx'

interface VisualizationGalleryProps {
  result: VisualizationData
  onChoose(start: VisualizationStart): void
  onClose(): void
}

/** More rows would make the gallery slow, and be no better seen. */
const drawnRows = 500

/** Kinds of visualizations to begin a new one with: those that suit the result first, each drawn with its rows. */
export function VisualizationGallery({ result, onChoose, onClose }: VisualizationGalleryProps) {
  const isNarrow = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false }) ?? false
  const { allowCustomJSVisualizations } = useHostSettings()
  const sample = useMemo(() => ({ columns: result.columns, rows: result.rows.slice(0, drawnRows) }), [result])
  const kinds = useMemo(() => visualizationKinds(allowCustomJSVisualizations), [allowCustomJSVisualizations])
  const suggested = useMemo(() => suggestedCards(suggestVisualizations(sample), kinds), [sample, kinds])
  const drawable = useMemo(() => drawableKinds(sample), [sample])
  const card = ({ kind, label, start }: Card, isFirst = false) => (
    <GalleryCard
      kind={kind}
      label={label}
      start={start}
      isFirst={isFirst}
      data={drawable.has(kind.key) ? sample : null}
      onChoose={() => onChoose(start)}
    />
  )
  return (
    <Modal
      opened
      size="72rem"
      fullScreen={isNarrow}
      title={t('New Visualization')}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('Close') }}
      transitionProps={{ duration: 150 }}
      classNames={{ title: classes.title, body: classes.body }}
    >
      <div className={classes.gallery} data-gallery>
        {suggested.length > 0 ? (
          <CardList heading={t('Suggested for this result')} areSuggested>
            {suggested.map((one, at) => (
              <li key={`${one.kind.key} ${one.label}`} className={classes.card}>
                {card(one, at === 0)}
              </li>
            ))}
          </CardList>
        ) : (
          <p className={classes.note}>
            {t('Execute a query that returns rows to see them in each visualization.')}
          </p>
        )}
        <CardList heading={t('All types')}>
          {kinds.map((kind, at) => (
            <li key={kind.key} className={classes.card}>
              {card(
                { kind, label: kind.label, start: { type: kind.type, chartType: kind.chartType } },
                suggested.length === 0 && at === 0,
              )}
            </li>
          ))}
        </CardList>
      </div>
    </Modal>
  )
}

interface Card {
  kind: VisualizationKind
  label: string
  start: VisualizationStart
}

function suggestedCards(
  suggestions: readonly SuggestedVisualization[],
  kinds: readonly VisualizationKind[],
): Card[] {
  return suggestions.flatMap(({ kind: key, variant }) => {
    const kind = kinds.find((one) => one.key === key)
    if (!kind) return []
    const { type, chartType } = kind
    return { kind, label: labelOf(kind, variant), start: { type, chartType, options: optionsOf(variant) } }
  })
}

function labelOf(
  { label, chartType }: VisualizationKind,
  variant: SuggestedVisualization['variant'],
): string {
  if (variant === 'horizontal') return t('Horizontal Bar Chart')
  if (variant === 'stacked') return chartType === 'area' ? t('Stacked Area Chart') : t('Stacked Bar Chart')
  return label
}

function optionsOf(variant: SuggestedVisualization['variant']): VisualizationStart['options'] {
  if (variant === 'horizontal') return { swappedAxes: true }
  return variant === 'stacked' ? { series: { stacking: 'stack' } } : undefined
}

interface CardListProps {
  heading: string
  areSuggested?: boolean
  children: ReactNode
}

function CardList({ heading, areSuggested, children }: CardListProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.heading}>
        {heading}
      </h3>
      <ul className={classes.cards} data-suggested={areSuggested || undefined}>
        {children}
      </ul>
    </section>
  )
}

interface GalleryCardProps extends Card {
  /** null: the icon is shown */
  data: VisualizationData | null
  /** has the focus at first */
  isFirst: boolean
  onChoose(): void
}

/** The button covers the card: it must not contain the thumbnail, which may have buttons of its own. */
function GalleryCard({ kind, label, start, data, isFirst, onChoose }: GalleryCardProps) {
  const help = useId()
  const icon = (size: number) =>
    kind.icon ? (
      <kind.icon size={size} aria-hidden="true" style={{ flex: 'none' }} stroke={size > 20 ? 1.25 : 2} />
    ) : (
      <VisualizationIcon type={kind.type} size={size} />
    )
  return (
    <>
      <VisualizationThumbnail start={start} data={data} icon={icon(40)} />
      <button
        type="button"
        className={classes.choose}
        aria-describedby={help}
        onClick={onChoose}
        onKeyDown={moveBetweenCards}
        data-card
        data-autofocus={isFirst || undefined}
      >
        {icon(16)}
        <span className={classes.label}>{label}</span>
      </button>
      <p id={help} className={classes.help}>
        {kind.help}
      </p>
    </>
  )
}

/** Arrow keys move between the cards, as the eye does. */
function moveBetweenCards(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const gallery = event.currentTarget.closest('[data-gallery]')
  const cards = [...(gallery?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
  const at = cards.indexOf(event.currentTarget)
  const places = cards.map((card) => card.closest('li')?.getBoundingClientRect() ?? new DOMRect())
  const next = nextCard(event.key, at, places)
  if (next === null) return
  event.preventDefault()
  cards[next]?.focus()
}
