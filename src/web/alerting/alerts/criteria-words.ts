import type { AlertOperator, AlertSelector } from '#shared/alerts/alert-rules.ts'
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
