import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconBolt, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { isDynamicToken, offeredDynamicNames } from '#shared/parameters/dynamic-names.ts'
import { resolveDynamicValue } from '#shared/parameters/execution-values.ts'
import type { ControlProps } from './control-props.ts'
import { displayDates } from './date-format.ts'
import classes from './dynamic-menu.module.css'

/** The dynamic values of a type with their current dates (docs/reference/stored-parameters.md#dynamic-values). */
export function DynamicMenu({ parameter, label, settings, onChange }: ControlProps) {
  const isDynamic = isDynamicToken(parameter.type, parameter.value)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>
        <Tooltip label={t('Dynamic values')} disabled={isOpen}>
          <ActionIcon
            size={22}
            variant={isDynamic ? 'light' : 'subtle'}
            color={isDynamic ? undefined : 'gray'}
            aria-label={t('Dynamic values of {label}', { label })}
          >
            <IconBolt size={14} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        <Offers parameter={parameter} settings={settings} onChange={onChange} />
        {isDynamic && (
          <>
            <Menu.Divider />
            <Menu.Item
              onClick={() =>
                onChange(resolveDynamicValue(parameter.type, parameter.value, new Date(), settings.timeZone))
              }
            >
              {t('Back to Static Value')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function Offers({
  parameter,
  settings,
  onChange,
}: Pick<ControlProps, 'parameter' | 'settings' | 'onChange'>) {
  const { type, value } = parameter
  const now = new Date()
  const datesOf = (token: string) =>
    displayDates(type, resolveDynamicValue(type, token, now, settings.timeZone), settings.dateFormat)
  return offeredDynamicNames(type).map(({ token, name }) => (
    <Menu.Item
      key={token}
      className={classes.offer}
      leftSection={
        <IconCheck size={14} aria-hidden="true" className={token === value ? undefined : classes.unchecked} />
      }
      rightSection={<span className={classes.dates}>{datesOf(token)}</span>}
      onClick={() => onChange(token)}
    >
      {name}
    </Menu.Item>
  ))
}
