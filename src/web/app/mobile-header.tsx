import { ActionIcon, Burger } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { Opening } from '#web/ui/opening.tsx'
import { SextantMark } from '../ui/brand/sextant-mark.tsx'
import classes from './mobile-header.module.css'

const MobileDrawer = lazy(() => import('./mobile-drawer.tsx'))

interface MobileHeaderProps {
  onSearch: () => void
}

/** Narrow screens: a bar at the top, with the navigation in a drawer. */
export function MobileHeader({ onSearch }: MobileHeaderProps) {
  const [drawer, setDrawer] = useState<'unused' | 'open' | 'closed'>('unused')
  const { pathname } = useLocation()
  const close = () => setDrawer('closed')

  // the drawer closes on every change of page
  useEffect(() => {
    if (pathname !== '') setDrawer((before) => (before === 'open' ? 'closed' : before))
  }, [pathname])

  return (
    // no <header>: a page has one banner, and an open dialog contains another
    <section className={classes.header} aria-label={t('Top bar')}>
      <Burger
        opened={drawer === 'open'}
        onClick={() => setDrawer(drawer === 'open' ? 'closed' : 'open')}
        size="sm"
        aria-label={drawer === 'open' ? t('Close the menu') : t('Open the menu')}
        aria-expanded={drawer === 'open'}
      />
      <Link to="/" className={classes.brand} aria-label={t('Sextant, home page')}>
        <SextantMark size={24} />
        <span>Sextant</span>
      </Link>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Search')} onClick={onSearch}>
        <IconSearch size={20} stroke={1.75} />
      </ActionIcon>
      <Opening>{drawer !== 'unused' && <MobileDrawer opened={drawer === 'open'} onClose={close} />}</Opening>
    </section>
  )
}
