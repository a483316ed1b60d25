import { IconInfoCircle } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { writeLocalOption } from '#web/ui/local-options.ts'
import { Notice } from './notice.tsx'
import { dismissedVersionOption } from './notices-for.ts'

/** For users who operate the instance; once closed, it returns only with the next version. */
export function NewVersionNotice({ onClose }: { onClose: () => void }) {
  const { version = '', newestVersion = '' } = useClientConfig()
  return (
    <Notice
      kind="news"
      icon={<IconInfoCircle size={18} />}
      title={t('A new version of Sextant is available')}
      close={{
        label: t('Close this notice until the next version'),
        run: () => {
          writeLocalOption(dismissedVersionOption, newestVersion)
          onClose()
        },
      }}
    >
      {t('Version {newest} is out; this instance runs {current}.', {
        newest: newestVersion,
        current: version,
      })}
    </Notice>
  )
}
