import { ActionIcon, Button, Portal, Skeleton, Tooltip } from '@mantine/core'
import { IconExternalLink, IconKeyboard, IconX } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import classes from './help-drawer.module.css'
import { helpPageOf } from './help-pages.ts'
import { type AskedHelp, closeHelp, lastReadOf, noteRead, openHelp } from './help-state.ts'

/** Delay after opening (docs/reference/screens.md#help-drawer): a drawer that is closed at once loads nothing. */
const delayBeforeLoading = 300

const patience = 20_000

/** The help beside the page, so that users can read and work (docs/reference/screens.md#help-drawer). */
export default function HelpDrawer({ asked }: { asked: AskedHelp }) {
  const drawer = useRef<HTMLElement>(null)
  const takeFocus = useFocus(drawer)
  useEscape(drawer)
  useRoomBeside()
  return (
    <Portal>
      <section
        ref={drawer}
        className={classes.drawer}
        role="dialog"
        aria-label={t('Help')}
        tabIndex={-1}
        {...stopsDialogs}
      >
        <Panel key={asked.serial} page={asked.page} takeFocus={takeFocus} />
      </section>
    </Portal>
  )
}

interface PanelProps {
  /** null: the page of the screen where help was opened; it stays while the user works on */
  page: string | null
  takeFocus(): () => void
}

function Panel({ page, takeFocus }: PanelProps) {
  const { pathname, search } = useLocation()
  const [address] = useState(() => `/help/${page ?? helpPageOf(pathname, 'edit' in search)}`)
  const help = useHelpFrame(address, closeHelp)
  useEffect(takeFocus, [takeFocus])
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('Help')}</h2>
        <Tooltip label={t('Keyboard shortcuts')}>
          <ActionIcon {...quiet} aria-label={t('Keyboard shortcuts')} onClick={() => openHelp('shortcuts')}>
            <IconKeyboard size={20} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('Open page in a new window')}>
          <ActionIcon
            {...quiet}
            component="a"
            href={help.address}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('Open page in a new window')}
          >
            <IconExternalLink size={20} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('Close')}>
          <ActionIcon {...quiet} aria-label={t('Close')} onClick={closeHelp}>
            <IconX size={20} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </div>
      <Content help={help} />
    </>
  )
}

/** Escape in the drawer closes only the drawer, not the dialog that opened it. */
const stopsDialogs = { 'data-mantine-stop-propagation': 'true' } as const

const quiet = { variant: 'subtle', color: 'gray', ...stopsDialogs } as const

function Content({ help }: { help: HelpFrame }) {
  const { state, frame, begin, onLoad } = help
  if (state === 'failed') return <Failure help={help} />
  return (
    <div className={classes.content} aria-busy={state !== 'shown'}>
      {state !== 'waiting' && (
        <iframe
          ref={frame}
          className={classes.frame}
          data-shown={state === 'shown' || undefined}
          src={begin}
          title={t('Help page')}
          sandbox="allow-same-origin allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
          onLoad={onLoad}
        />
      )}
      {state !== 'shown' && <Loading />}
    </div>
  )
}

function Loading() {
  return (
    <div className={classes.loading}>
      <span className="sx-visually-hidden" role="status">
        {t('Loading the help…')}
      </span>
      <Skeleton height={36} mb="xl" />
      <Skeleton height={24} width="60%" mb="md" />
      <Skeleton height={12} mb="xs" />
      <Skeleton height={12} width="85%" mb="lg" />
      <Skeleton height={160} mb="lg" />
      <Skeleton height={12} mb="xs" />
      <Skeleton height={12} mb="xs" />
      <Skeleton height={12} width="70%" />
    </div>
  )
}

function Failure({ help }: { help: HelpFrame }) {
  return (
    <div className={classes.failure} role="alert">
      <p className={classes.wrong}>{t('Something went wrong.')}</p>
      <p>
        <a href={help.address} target="_blank" rel="noopener noreferrer" {...stopsDialogs}>
          {t('Open the page in a new window')}
        </a>
      </p>
      <Button variant="default" size="xs" onClick={help.retry} {...stopsDialogs}>
        {t('Try again')}
      </Button>
    </div>
  )
}

/** after closing dialogs have returned the focus */
const focusDelay = 20

/** Returns the focus when the drawer closes; the returned function moves it into the drawer. */
function useFocus(drawer: RefObject<HTMLElement | null>): () => () => void {
  const before = useRef<Element | null>(null)
  useEffect(
    () => () => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    },
    [],
  )
  return useCallback(() => {
    const timer = setTimeout(() => {
      const now = document.activeElement
      if (!drawer.current?.contains(now) && now !== document.body) before.current = now
      drawer.current?.focus()
    }, focusDelay)
    return () => clearTimeout(timer)
  }, [drawer])
}

/** Escape closes the drawer from inside, and from the page if nothing there uses the key. */
function useEscape(drawer: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target } = event
      if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof Element)) return
      const isFree = target === document.body || target.id === 'main'
      if (isFree || drawer.current?.contains(target)) closeHelp()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [drawer])
}

/** On wide screens the page makes room, so the drawer covers nothing. */
function useRoomBeside(): void {
  useEffect(() => {
    document.documentElement.dataset['help'] = 'open'
    return () => {
      delete document.documentElement.dataset['help']
    }
  }, [])
}

/** `waiting`: nothing has been requested yet. */
type HelpFrameState = 'waiting' | 'loading' | 'shown' | 'failed'

interface HelpFrame {
  state: HelpFrameState
  frame: RefObject<HTMLIFrameElement | null>
  /** the page with which the frame begins */
  begin: string
  /** the page now in the frame, as links within the help lead on */
  address: string
  /** called by the frame when a page has loaded, including the browser's own error page */
  onLoad(): void
  retry(): void
}

/** Loads a page of the help into a frame, and detects failures. */
function useHelpFrame(address: string, onEscape: () => void): HelpFrame {
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<HelpFrameState>('waiting')
  // closed and opened again, the drawer goes on where the person was
  const [last] = useState(() => lastReadOf(address))
  const begin = last?.shown ?? address
  const [shown, setShown] = useState(begin)
  const isBack = useRef(last !== undefined)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    setShown(begin)
    // after a failure, the user is already waiting
    setState(attempt > 0 ? 'loading' : 'waiting')
    const start = setTimeout(
      () => setState((now) => (now === 'waiting' ? 'loading' : now)),
      delayBeforeLoading,
    )
    const giveUp = setTimeout(
      () => setState((now) => (now === 'loading' ? 'failed' : now)),
      delayBeforeLoading + patience,
    )
    return () => {
      clearTimeout(start)
      clearTimeout(giveUp)
    }
  }, [begin, attempt])

  return {
    state,
    frame,
    begin,
    address: shown,
    onLoad() {
      const page = helpIn(frame.current)
      if (page === null) return setState('failed')
      const now = page.location.pathname + page.location.hash
      setShown(now)
      setState('shown')
      const view = page.defaultView
      if (view !== null) {
        if (isBack.current && last !== undefined) view.scrollTo({ top: last.scrolled, behavior: 'instant' })
        isBack.current = false
        const note = () => noteRead({ opened: address, shown: now, scrolled: view.scrollY })
        note()
        view.addEventListener('scroll', note, { passive: true })
      }
      // key events in a frame do not reach the page around it
      page.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') onEscape()
      })
    },
    retry: () => setAttempt((before) => before + 1),
  }
}

/** The page of our help in the frame; null for others: the browser's error page is not accessible. */
function helpIn(frame: HTMLIFrameElement | null): Document | null {
  try {
    const page = frame?.contentDocument ?? null
    return page?.querySelector('meta[name="sextant-help"]') ? page : null
  } catch {
    return null
  }
}
