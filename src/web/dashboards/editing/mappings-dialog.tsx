import { Button, Group, Modal } from '@mantine/core'
import { useMemo, useState } from 'react'
import { mappingsOf } from '#shared/dashboards/parameter-mappings.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { t } from '#shared/messages/translate.ts'
import { runWidgets } from '#web/dashboards/run-widgets.ts'
import { tellUnsafeShares } from '#web/dashboards/tell-unsafe-shares.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { complain } from './complain.ts'
import type { EditingDialogProps } from './editing-parts.ts'
import { areMappingsValid, changedTitles, editedMappings, storedMappings } from './mapping-form.ts'
import { MappingsTable } from './mappings-table.tsx'
import { saveTitles } from './save-titles.ts'

/** Edits where a widget's parameters get their values from. The page reruns the query if values change. */
export function MappingsDialog(props: EditingDialogProps & { widget: Widget }) {
  const { parts, saveWidget, widget, onClose } = props
  const { draft, parameters, settings, dropdownsOf } = parts
  // as of opening the dialog: choices made in it do not change the options
  const [existing] = useState(parameters.all)
  const [opened] = useState(() =>
    runWidgets([widget]).flatMap((one) => editedMappings(one.parameters, mappingsOf(one), existing)),
  )
  const [mappings, setMappings] = useState(opened)
  const [openSource, setOpenSource] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  useFocusReturn()
  const queryId = widget.visualization?.query.id ?? 0
  const dropdowns = useMemo(() => dropdownsOf(queryId), [dropdownsOf, queryId])
  const isValid = areMappingsValid(mappings, existing)
  const save = async () => {
    setIsSaving(true)
    try {
      await saveWidget(widget.id, ({ options }) => ({
        options: { ...options, parameterMappings: storedMappings(mappings) },
      }))
    } catch (error) {
      complain(t('Widget cannot be updated'), error)
      setIsSaving(false)
      return
    }
    if (widget.visualization?.query.is_safe === false) void tellUnsafeShares(queryId)
    await saveTitles(draft, saveWidget, changedTitles(mappings, existing))
    onClose()
  }
  return (
    <Modal
      opened
      size={700}
      title={t('Parameters')}
      closeOnEscape={openSource === null}
      onClose={() => {
        if (!isSaving) onClose()
      }}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <MappingsTable
        mappings={mappings}
        existing={existing}
        settings={settings}
        dropdowns={dropdowns}
        opened={openSource}
        onOpen={setOpenSource}
        onChange={setMappings}
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" disabled={isSaving} onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button
          disabled={!isValid}
          loading={isSaving}
          onClick={() => (mappings === opened ? onClose() : void save())}
        >
          {t('OK')}
        </Button>
      </Group>
    </Modal>
  )
}
