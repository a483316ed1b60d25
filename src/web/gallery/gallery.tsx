import { Anchor, Group, Text, Title } from '@mantine/core'
import type { GalleryCase } from '#visualizations/gallery-case.ts'
import { visualizationTypes } from '#visualizations/registry.ts'
import { sampleSettings } from '#visualizations/sample-settings.ts'
import type { VisualizationData, VisualizationPlace } from '#visualizations/visualization.ts'
import { VisualizationRenderer } from '#visualizations/visualization-renderer.tsx'
import classes from './gallery.module.css'

/** A case and its data. */
export interface GalleryVisualization {
  shown: GalleryCase
  data: VisualizationData
}

interface GalleryProps {
  visualizations: readonly GalleryVisualization[]
  place: VisualizationPlace
}

/** Every kind of visualization, in boxes as on dashboards. */
export function Gallery({ visualizations, place }: GalleryProps) {
  return (
    <main className={classes.gallery}>
      <Title order={1} size="h3">
        Gallery of visualizations
      </Title>
      <Group gap="sm" component="nav" aria-label="Types">
        {visualizationTypes.map((known) => (
          <Anchor key={known.type} href={`?type=${known.type}`} size="sm">
            {known.name}
          </Anchor>
        ))}
      </Group>
      <div className={classes.cases}>
        {visualizations.map(({ shown, data }) => (
          <GalleryFigure key={shown.title} shown={shown} data={data} place={place} />
        ))}
      </div>
      {visualizations.length === 0 ? <Text c="dimmed">There is no such visualization.</Text> : null}
    </main>
  )
}

function GalleryFigure({ shown, data, place }: GalleryVisualization & { place: VisualizationPlace }) {
  const { title, type, options, width = 640, height = 400 } = shown
  return (
    <figure className={classes.figure} data-case={title}>
      <figcaption className={classes.caption}>{title}</figcaption>
      <div className={classes.box} data-box style={{ width, height }}>
        <VisualizationRenderer
          type={type}
          name={title}
          options={options}
          data={data}
          place={place}
          settings={sampleSettings}
        />
      </div>
    </figure>
  )
}
