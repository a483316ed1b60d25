import { Modal, useMantineColorScheme } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { useNewDashboard } from '#web/dashboards/list/new-dashboard.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { useCurrentUser } from '../session/use-session.ts'
import { useHasPage } from '../ui/use-in-app-links.ts'
import classes from './command-palette.module.css'
import type { PaletteCommand, PaletteGroup } from './palette-commands.tsx'
import { usePaletteResults } from './use-palette-results.ts'

interface CommandPaletteProps {
  opened: boolean
  onClose: () => void
  onShortcuts: () => void
}

/** mod+k: opens a dashboard, query, alert, data source or setting; creates; switches the theme. */
export default function CommandPalette({ opened, onClose, onShortcuts }: CommandPaletteProps) {
  useFocusReturn(opened)
  // after navigation, the new page decides about the focus
  const [left, setLeft] = useState(false)
  return (
    <Modal.Root opened={opened} onClose={onClose} returnFocus={!left} size={600}>
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label={t('Command palette')} radius="lg">
        <Modal.Body p={0}>
          {opened && <Palette onClose={onClose} onShortcuts={onShortcuts} onLeave={setLeft} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

interface PaletteProps {
  onClose: () => void
  onShortcuts: () => void
  /** receives whether the command opened another page */
  onLeave: (left: boolean) => void
}

/** A combobox whose list is always open. The first match is active until the user moves. */
function Palette({ onClose, onShortcuts, onLeave }: PaletteProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const user = useCurrentUser()
  const router = useRouter()
  const { setColorScheme } = useMantineColorScheme()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const { groups, searching } = usePaletteResults(text, user, {
    go: (href) => router.history.push(href),
    setTheme: setColorScheme,
    showShortcuts: onShortcuts,
    newDashboard: useNewDashboard(),
    hasPage: useHasPage(),
  })
  const commands = groups.flatMap((group) => group.commands)
  const at = Math.max(
    0,
    commands.findIndex((command) => command.id === chosen),
  )
  const active = commands[at]
  const optionId = (command: PaletteCommand) => `${listId}-${command.id}`
  const run = (command: PaletteCommand) => {
    const before = router.history.location.href
    command.run()
    const left = router.history.location.href !== before
    if (left) input.current?.blur()
    onLeave(left)
    onClose()
  }

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && commands.length > 0) {
      event.preventDefault()
      setChosen(commands[(at + step + commands.length) % commands.length]?.id ?? null)
    } else if (event.key === 'Enter' && active !== undefined) {
      event.preventDefault()
      run(active)
    }
  }

  return (
    <>
      <SearchField
        input={input}
        listId={listId}
        activeId={active === undefined ? undefined : optionId(active)}
        text={text}
        onText={(next) => {
          setText(next)
          setChosen(null)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={classes.list} id={listId} role="listbox" aria-label={t('Commands')}>
        {groups.map((group) => (
          <Group
            key={group.title}
            group={group}
            activeId={active?.id}
            optionId={optionId}
            onPoint={setChosen}
            onRun={run}
          />
        ))}
      </div>
      {groups.length === 0 && (
        <p className={classes.empty} role="status">
          {searching ? t('Searching…') : t("Sorry, we couldn't find anything.")}
        </p>
      )}
    </>
  )
}

interface SearchFieldProps {
  input: React.RefObject<HTMLInputElement | null>
  listId: string
  activeId: string | undefined
  text: string
  onText: (text: string) => void
  onKeyDown: (event: React.KeyboardEvent) => void
}

function SearchField({ input, listId, activeId, text, onText, onKeyDown }: SearchFieldProps) {
  return (
    <div className={classes.search}>
      <IconSearch size={20} stroke={1.75} aria-hidden="true" />
      <input
        ref={input}
        data-autofocus
        className={classes.input}
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        aria-label={t('Search dashboards, queries, alerts, data sources, settings')}
        placeholder={t('Search dashboards, queries, settings…')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}

interface GroupProps {
  group: PaletteGroup
  activeId: string | undefined
  optionId: (command: PaletteCommand) => string
  onPoint: (id: string) => void
  onRun: (command: PaletteCommand) => void
}

function Group({ group, activeId, optionId, onPoint, onRun }: GroupProps) {
  const titleId = useId()
  return (
    <fieldset aria-labelledby={titleId} className={classes.group}>
      <div id={titleId} className={classes.title} role="presentation">
        {group.title}
      </div>
      {group.commands.map((command) => (
        <Option
          key={command.id}
          id={optionId(command)}
          command={command}
          active={command.id === activeId}
          onPoint={() => onPoint(command.id)}
          onRun={() => onRun(command)}
        />
      ))}
    </fieldset>
  )
}

interface OptionProps {
  id: string
  command: PaletteCommand
  active: boolean
  onPoint: () => void
  onRun: () => void
}

function Option({ id, command, active, onPoint, onRun }: OptionProps) {
  const element = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' })
  }, [active])

  return (
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={classes.option}
      onMouseMove={onPoint}
      onClick={onRun}
      onKeyDown={(event) => event.key === 'Enter' && onRun()}
    >
      <span className={classes.icon} aria-hidden="true">
        {command.icon}
      </span>
      <span className={classes.label}>{command.label}</span>
      {command.description !== undefined && (
        <span className={classes.description}>{command.description}</span>
      )}
    </div>
  )
}
