import type { AlertCriteria, AlertOperator, AlertSelector } from '#shared/alerts/alert-rules.ts'
import { t } from '#shared/messages/translate.ts'

export const selectorWords: Readonly<Record<AlertSelector, string>> = {
  first: t('First row'),
  min: t('Minimum'),
  max: t('Maximum'),
}

export const operatorWords: Readonly<Record<AlertOperator, string>> = {
  '>': t('> greater than'),
  '>=': t('>= greater than or equals'),
  '<': t('< less than'),
  '<=': t('<= less than or equals'),
  '==': t('== equals'),
  '!=': t('!= not equal to'),
}

/** What is watched, in words; the column stands in `{column}`, for an element to take its place. */
export function watchedWords({ selector }: AlertCriteria): string {
  switch (selector) {
    case 'first':
      return t('First row of {column}')
    case 'min':
      return t('Minimum of {column}')
    case 'max':
      return t('Maximum of {column}')
  }
}
