import { ActionIcon, Loader } from '@mantine/core'
import { IconAlertCircle, IconGauge, IconX } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import type { EstimateAnswer } from './ask-estimate.ts'
import classes from './estimate-line.module.css'
import { estimateWords } from './estimate-words.ts'

/** Below the text: what its run would read, as the data source says. */
export function EstimateLine({ answer, onClose }: { answer: EstimateAnswer; onClose(): void }) {
  const hasFailed = answer.status === 'failed'
  return (
    <div className={classes.line} role={hasFailed ? 'alert' : 'status'} data-testid="estimate">
      {answer.status === 'asked' && <Loader size={14} />}
      {answer.status === 'told' && <IconGauge size={16} aria-hidden="true" />}
      {hasFailed && <IconAlertCircle size={16} aria-hidden="true" />}
      <span className={classes.words}>{wordsOf(answer)}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t('Close the estimate')}
        onClick={onClose}
      >
        <IconX size={14} />
      </ActionIcon>
    </div>
  )
}

function wordsOf(answer: EstimateAnswer): string {
  if (answer.status === 'asked') return t('Asking the data source what the query would read…')
  if (answer.status === 'failed') return t('No estimate: {message}', { message: answer.message })
  return estimateWords(answer.estimate)
}
