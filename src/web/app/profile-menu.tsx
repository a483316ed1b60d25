import { Menu, Tooltip, UnstyledButton } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import { OpeningMenu } from '#web/ui/opening.tsx'
import { useCurrentUser } from '../session/use-session.ts'
import classes from './navbar.module.css'
import { useNewVersionNotice } from './version-info.tsx'

const loadItems = () =>
  import('./profile-menu-items.tsx').then((module) => ({ default: module.ProfileMenuItems }))
const ProfileMenuItems = lazy(loadItems)
/** Preloads on hover, so that the menu opens at once; a failure shows on opening. */
const preload = () => void loadItems().catch(() => undefined)

/** Everything about the user rather than about their work. */
export function ProfileMenu({ folded }: { folded: boolean }) {
  const user = useCurrentUser()
  const isOutdated = useNewVersionNotice()
  return (
    <Menu position="right-end" width={260} offset={8} withinPortal={false} floatingStrategy="fixed">
      <Menu.Target>
        <Tooltip label={user.name} position="right" disabled={!folded}>
          <UnstyledButton
            className={classes.item}
            aria-label={folded ? t('Profile: {name}', { name: user.name }) : undefined}
            onPointerEnter={preload}
            onFocus={preload}
          >
            <span className={classes.avatar} data-marked={isOutdated || undefined}>
              <Avatar name={user.name} />
            </span>
            <span className={classes.label}>{user.name}</span>
          </UnstyledButton>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <OpeningMenu>
          <ProfileMenuItems />
        </OpeningMenu>
      </Menu.Dropdown>
    </Menu>
  )
}
