import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import mapClasses from '../parts/map/map.module.css'
import classes from './map.module.css'
import type { DrawnGroup } from './map-layers.ts'

interface MapGroupsProps {
  groups: readonly DrawnGroup[]
  hidden: ReadonlySet<string>
  onHiddenChange(hidden: ReadonlySet<string>): void
  /** false for small maps, whose list starts collapsed */
  startsOpen: boolean
}

/** The groups of a map with their colors and a visibility switch for each. */
export function MapGroups({ groups, hidden, onHiddenChange, startsOpen }: MapGroupsProps) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOpen = chosen ?? startsOpen
  const listId = useId()
  const toggle = (name: string) => {
    const next = new Set(hidden)
    if (!next.delete(name)) next.add(name)
    onHiddenChange(next)
  }
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <div className={mapClasses.card}>
      <UnstyledButton
        className={classes.group}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        data-image="none"
        onClick={() => setChosen(!isOpen)}
      >
        {t('{count} groups', { count: groups.length })}
        <Chevron size={14} aria-hidden />
      </UnstyledButton>
      {isOpen ? (
        <ul id={listId} className={classes.groups}>
          {groups.map(({ group: { name, label }, color }) => (
            <li key={name}>
              <UnstyledButton
                className={classes.group}
                aria-pressed={!hidden.has(name)}
                title={label}
                onClick={() => toggle(name)}
              >
                <span className={classes.swatch} style={{ background: color }} />
                <span className={classes.groupName}>{label}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
