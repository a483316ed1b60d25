import { t } from '#shared/messages/translate.ts'

/** What the presets are called; stored are the colours alone. */
export const colorLabels: Readonly<Record<string, string>> = {
  White: t('White'),
  Blue: t('Blue'),
  Red: t('Red'),
  Green: t('Green'),
  Purple: t('Purple'),
  Cyan: t('Cyan'),
  Orange: t('Orange'),
  'Light Blue': t('Light Blue'),
  Lilac: t('Lilac'),
  'Light Green': t('Light Green'),
  Brown: t('Brown'),
  Black: t('Black'),
  Gray: t('Gray'),
  'Light Gray': t('Light Gray'),
  Pink: t('Pink'),
  'Dark Blue': t('Dark Blue'),
  'Indian Red': t('Indian Red'),
  'Green 2': t('Green 2'),
  'Green 3': t('Green 3'),
  'Dark Turquoise': t('Dark Turquoise'),
  'Dark Violet': t('Dark Violet'),
  'Pink 2': t('Pink 2'),
}
