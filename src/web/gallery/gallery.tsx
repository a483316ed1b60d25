import { Anchor, Group, Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import type { Datasets, GalleryCase } from '#visualizations/gallery-case.ts'
import { visualizationTypes } from '#visualizations/registry.ts'
import type { VisualizationPlace } from '#visualizations/visualization.ts'
import { VisualizationRenderer } from '#visualizations/visualization-renderer.tsx'
import classes from './gallery.module.css'
import { gallerySettings } from './gallery-settings.ts'

interface GalleryProps {
  cases: readonly GalleryCase[]
  datasets: Datasets
  /** only the cases of this type */
  type: string | null
  /** only this case */
  title: string | null
  place: VisualizationPlace
}

/** Every kind of picture, in boxes as dashboards have them. */
export function Gallery({ cases, datasets, type, title, place }: GalleryProps) {
  const shown = cases.filter((one) => (!type || one.type === type) && (!title || one.title === title))
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
        {shown.map((one) => (
          <GalleryFigure key={one.title} shown={one} datasets={datasets} place={place} />
        ))}
      </div>
      {shown.length === 0 ? <Text c="dimmed">There is no such picture.</Text> : null}
    </main>
  )
}

interface GalleryFigureProps {
  shown: GalleryCase
  datasets: Datasets
  place: VisualizationPlace
}

function GalleryFigure({ shown, datasets, place }: GalleryFigureProps) {
  const data = useMemo(() => shown.data(datasets), [shown, datasets])
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
          settings={gallerySettings}
        />
      </div>
    </figure>
  )
}
