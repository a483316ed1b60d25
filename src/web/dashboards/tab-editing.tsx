import { Button, Group, Menu, Modal, TextInput } from '@mantine/core'
import {
  IconArrowLeft,
  IconArrowRight,
  IconPencil,
  IconPlus,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { DashboardTab } from '#shared/dashboards/dashboard-options.ts'
import { plural, t } from '#shared/messages/translate.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { IconMenu } from '#web/ui/icon-menu.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import classes from './dashboard-tabs.module.css'
import { maxTabNameLength, withMovedTab, withNewTab, withoutTab, withRenamedTab } from './tab-changes.ts'
import type { DashboardContentParts } from './use-dashboard-content.ts'
import type { DashboardDraft } from './use-dashboard-draft.ts'

interface TabEditingProps {
  draft: DashboardDraft
  content: DashboardContentParts
}

/** Adds tabs, and edits the shown one. */
export function TabEditing({ draft, content }: TabEditingProps) {
  const { tabs, tab } = content
  const [named, setNamed] = useState<'new' | 'shown' | null>(null)
  const acts = useTabActs(draft, content)
  const shown = tabs.find(({ id }) => id === tab)
  return (
    <div className={classes.editing}>
      {shown && <TabMenu tabs={tabs} shown={shown} acts={acts} onRename={() => setNamed('shown')} />}
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconPlus size={14} aria-hidden="true" />}
        onClick={() => setNamed('new')}
      >
        {t('Add Tab')}
      </Button>
      {named === 'new' && (
        <TabNameDialog
          title={t('Add Tab')}
          hint={tabs.length === 0 ? t('What the dashboard shows now becomes its first tab.') : null}
          name=""
          onSave={acts.add}
          onClose={() => setNamed(null)}
        />
      )}
      {named === 'shown' && shown && (
        <TabNameDialog
          title={t('Rename Tab')}
          hint={null}
          name={shown.name}
          onSave={(name) => acts.rename(shown, name)}
          onClose={() => setNamed(null)}
        />
      )}
    </div>
  )
}

type TabActs = ReturnType<typeof useTabActs>

interface TabMenuProps {
  tabs: readonly DashboardTab[]
  shown: DashboardTab
  acts: TabActs
  onRename(): void
}

function TabMenu({ tabs, shown, acts, onRename }: TabMenuProps) {
  const place = tabs.indexOf(shown)
  return (
    <IconMenu
      label={t('Change the tab {name}', { name: shown.name })}
      hint={t('Change this tab')}
      icon={<IconSettings size={16} />}
      variant="subtle"
      color="gray"
      isInPlace
    >
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={onRename}>
        {t('Rename')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowLeft size={16} />}
        disabled={place === 0}
        onClick={() => void acts.move(shown, -1)}
      >
        {t('Move left')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowRight size={16} />}
        disabled={place === tabs.length - 1}
        onClick={() => void acts.move(shown, 1)}
      >
        {t('Move right')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => void acts.remove(shown)}>
        {t('Remove')}
      </Menu.Item>
    </IconMenu>
  )
}

function useTabActs(draft: DashboardDraft, { tabs, shown, address, editing }: DashboardContentParts) {
  const save = (next: readonly DashboardTab[]) =>
    draft.save({ options: { ...draft.latest().options, tabs: [...next] } })
  return {
    async add(name: string): Promise<boolean> {
      const next = withNewTab(tabs, name)
      const isSaved = await save(next.tabs)
      if (isSaved) address.set({ tab: next.added })
      return isSaved
    },
    rename: ({ id }: DashboardTab, name: string) => save(withRenamedTab(tabs, id, name)),
    move: ({ id }: DashboardTab, by: -1 | 1) => save(withMovedTab(tabs, id, by)),
    /** Moves its widgets first, so that no widget is left in a missing tab if a save fails. */
    async remove(tab: DashboardTab): Promise<void> {
      const [first] = tabs.filter(({ id }) => id !== tab.id)
      if (first === undefined || !(await confirmRemoval(tab, first, shown.length))) return
      for (const widget of shown) if (!(await editing.moveToTab(widget, first.id))) return
      if (await save(withoutTab(tabs, tab.id))) address.set({ tab: null })
    },
  }
}

function confirmRemoval(tab: DashboardTab, first: DashboardTab, widgets: number): Promise<boolean> {
  const message =
    widgets === 0
      ? t('Are you sure you want to remove the tab “{name}”? It is empty.', { name: tab.name })
      : plural(
          widgets,
          {
            one: 'Are you sure you want to remove the tab “{name}”? Nothing is lost: its widget moves to “{first}”.',
            other:
              'Are you sure you want to remove the tab “{name}”? Nothing is lost: its {count} widgets move to “{first}”.',
          },
          { name: tab.name, first: first.name },
        )
  return confirm({
    title: t('Remove Tab'),
    message,
    confirmLabel: t('Remove'),
    danger: true,
  })
}

interface TabNameDialogProps {
  title: string
  hint: string | null
  name: string
  /** false: not saved, and the user has been told why */
  onSave(name: string): Promise<boolean>
  onClose(): void
}

function TabNameDialog({ title, hint, name, onSave, onClose }: TabNameDialogProps) {
  useFocusReturn()
  const [typed, setTyped] = useState(name)
  const [isSaving, setIsSaving] = useState(false)
  const next = typed.trim()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (next === '' || isSaving) return
    setIsSaving(true)
    if (next === name || (await onSave(next))) onClose()
    else setIsSaving(false)
  }
  return (
    <Modal opened onClose={onClose} title={title} size={400} closeButtonProps={{ 'aria-label': t('Close') }}>
      <form onSubmit={(event) => void submit(event)}>
        <TextInput
          label={t('Name')}
          data-autofocus
          description={hint}
          inputWrapperOrder={['label', 'input', 'description']}
          maxLength={maxTabNameLength}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={next === ''} loading={isSaving}>
            {t('Save')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
