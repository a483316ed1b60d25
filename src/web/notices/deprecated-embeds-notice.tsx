import { IconAlertTriangle } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import { Notice } from './notice.tsx'

const setting = 'SEXTANT_ALLOW_PARAMETERS_IN_EMBEDS'

/** For admins, while the instance uses a deprecated setting. */
export function DeprecatedEmbedsNotice() {
  return (
    <Notice
      kind="warning"
      icon={<IconAlertTriangle size={18} />}
      title={t('This instance uses a deprecated setting for embeds')}
    >
      {t(
        'It has no effect any more: embeds take all parameters but free text, with or without the setting. The operator of this instance can remove {setting}.',
        { setting },
      )}
    </Notice>
  )
}
