import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '#shared/messages/translate.ts'

const resetAfter = 2000

type Outcome = 'none' | 'copied' | 'failed'

/** Copies `value`, and shows `Copied!` or `Copy failed` for two seconds. */
export function CopyButton({ value, label = t('Copy') }: { value: string; label?: string }) {
  const [outcome, setOutcome] = useState<Outcome>('none')

  useEffect(() => {
    if (outcome === 'none') return
    const timer = setTimeout(() => setOutcome('none'), resetAfter)
    return () => clearTimeout(timer)
  }, [outcome])

  const said = { none: label, copied: t('Copied!'), failed: t('Copy failed') }[outcome]
  return (
    <Tooltip label={said} opened={outcome === 'none' ? undefined : true} withArrow>
      <ActionIcon
        variant="subtle"
        color={outcome === 'failed' ? 'red' : 'gray'}
        aria-label={label}
        onClick={async () => setOutcome(await copyText(value))}
      >
        {outcome === 'copied' ? (
          <IconCheck size={16} />
        ) : outcome === 'failed' ? (
          <IconX size={16} />
        ) : (
          <IconCopy size={16} />
        )}
        <span className="sx-visually-hidden" role="status">
          {outcome === 'none' ? '' : said}
        </span>
      </ActionIcon>
    </Tooltip>
  )
}

/** The clipboard API requires https or localhost; otherwise a hidden text area is used. */
export async function copyText(text: string): Promise<'copied' | 'failed'> {
  try {
    if (navigator.clipboard !== undefined) {
      await navigator.clipboard.writeText(text)
      return 'copied'
    }
    return copyWithSelection(text) ? 'copied' : 'failed'
  } catch {
    return 'failed'
  }
}

function copyWithSelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } finally {
    area.remove()
  }
}
