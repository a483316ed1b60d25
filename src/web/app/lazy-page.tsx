import { Button, Group, Text } from '@mantine/core'
import { lazyRouteComponent } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import { loadPatiently, type Patience } from '#web/ui/lazy.tsx'
import { notify } from '#web/ui/toast.tsx'
import { isGone } from '../ui/missing-file.ts'
import { notePageWait } from '../ui/page-waits.ts'

/**
 * The router's lazy pages: they reload the document once if an upgrade has removed the file of a page. While the server
 * is down, a page waits instead.
 */
export const lazyPage: typeof lazyRouteComponent = (importer, name) =>
  lazyRouteComponent(() => loadPatiently(importer, waitForPage), name)

/** For parts of a page: the page stays, with what was typed, and a notice explains. */
export const waitForPart: Patience = async (failure, attempt) => {
  if (!(await isGone(failure, attempt))) return undefined
  notifyNewVersion()
  return 'gone'
}

/** For a page that is being opened: nothing can be lost, so the router handles the failure. */
export const waitForPage: Patience = async (failure, attempt) => {
  if (await notePageWait(isGone(failure, attempt))) throw failure
  return undefined
}

function notifyNewVersion(): void {
  notify.warning(
    <>
      <Text size="sm">
        {t('This page needs a part of the old version. Save what you are working on, then reload the page.')}
      </Text>
      <Group justify="flex-end" mt="xs">
        <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
          {t('Reload')}
        </Button>
      </Group>
    </>,
    { id: 'new-version', title: t('A new version was installed'), duration: false },
  )
}
