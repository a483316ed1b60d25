import { Button, Group, Modal, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { t } from '#shared/messages/translate.ts'
import { Markdown } from '#web/markdown/markdown.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { addWidget } from './add-widget.ts'
import { complain } from './complain.ts'
import type { EditingDialogProps } from './editing-parts.ts'
import classes from './textbox-dialog.module.css'

/** See docs/reference/dashboards.md#text-boxes. */
const previewDelay = 200

interface TextboxDialogProps extends EditingDialogProps {
  /** null: a new one */
  widget: Widget | null
}

/** Edits a text box, with a preview below. */
export function TextboxDialog({ parts, saveWidget, widget, onClose }: TextboxDialogProps) {
  const stored = widget?.text ?? ''
  const [text, setText] = useState(stored)
  const [isSaving, setIsSaving] = useState(false)
  useFocusReturn()
  // another user removed it in the meantime: the typed text can become a new widget
  const isNew = widget === null || !parts.draft.dashboard.widgets.some(({ id }) => id === widget.id)
  const close = async () => {
    if (isSaving) return
    if (text === stored || (await confirmQuit())) onClose()
  }
  const save = async () => {
    setIsSaving(true)
    try {
      if (isNew) await addWidget(parts, { text })
      else if (text !== stored && !(await saveWidget(widget.id, () => ({ text })))) return
      onClose()
    } catch (error) {
      complain(isNew ? t('Widget could not be added') : t('Widget could not be saved'), error)
    } finally {
      setIsSaving(false)
    }
  }
  const isEmpty = text.trim() === ''
  return (
    <Modal
      opened
      size={500}
      title={widget === null ? t('Add Textbox') : t('Edit Textbox')}
      onClose={() => void close()}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isEmpty && !isSaving) void save()
        }}
      >
        <Textarea
          label={t('Text')}
          placeholder={t('What should the readers of this dashboard know?')}
          autosize
          minRows={6}
          maxRows={14}
          maxLength={100_000}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.currentTarget.form?.requestSubmit()
            }
          }}
        />
        <Preview text={text} />
        <MarkdownHelp />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={() => void close()}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={isEmpty} loading={isSaving}>
            {isNew ? t('Add to Dashboard') : t('Save')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

function Preview({ text }: { text: string }) {
  const [rested] = useDebounced(text, previewDelay)
  return (
    <section className={classes.preview} aria-label={t('Preview')}>
      <div className={classes.caption}>{t('Preview')}</div>
      {rested.trim() === '' ? (
        <div className={classes.nothing}>{t('What you write appears here.')}</div>
      ) : (
        <Markdown text={rested} tables />
      )}
    </section>
  )
}

function confirmQuit(): Promise<boolean> {
  return confirm({
    title: t('Quit editing?'),
    message: t('What you have written here will be lost.'),
    confirmLabel: t('Quit'),
    cancelLabel: t('Keep editing'),
    danger: true,
  })
}

const examples: readonly [written: string, meaning: string][] = [
  ['# Title', t('heading; ## and ### make smaller ones')],
  ['**bold** *italic*', t('emphasis')],
  ['[text](https://…)', t('link')],
  ['![text](https://…)', t('picture')],
  ['- one', t('list; 1. makes a numbered one')],
  ['> said', t('quotation')],
  ['`code`', t('code')],
  ['---', t('line')],
  ['| a | b |\n|---|---|\n| 1 | 2 |', t('table')],
]

/** Help on Markdown in text boxes. */
function MarkdownHelp() {
  return (
    <details className={classes.help}>
      <summary>{t('Text is formatted with Markdown')}</summary>
      <dl className={classes.examples}>
        {examples.map(([written, meaning]) => (
          <Example key={written} written={written} meaning={meaning} />
        ))}
      </dl>
    </details>
  )
}

function Example({ written, meaning }: { written: string; meaning: string }) {
  return (
    <>
      <dt>{written}</dt>
      <dd>{meaning}</dd>
    </>
  )
}
