import type { GalleryCase } from '../gallery-case.ts'

export const gallery: readonly GalleryCase[] = [
  { title: 'Cars', type: 'TABLE', options: {}, data: (sets) => sets.get('cars') },
]
