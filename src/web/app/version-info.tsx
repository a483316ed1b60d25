import { t } from '#shared/messages/translate.ts'
import { holds, useSession } from '../session/use-session.ts'

/** True for those who keep the instance running, once there is a newer version of it. */
export function useNewVersionNotice(): boolean {
  const { user, client_config } = useSession()
  return client_config.newVersionAvailable === true && holds(user, 'super_admin')
}

/** Which version this is, and that there is a newer one. */
export function VersionInfo() {
  const { version, newestVersion } = useSession().client_config
  const isOutdated = useNewVersionNotice()
  if (version === undefined) return null
  return (
    <>
      <div>{t('Version: {version}', { version })}</div>
      {isOutdated && (
        <strong>{t('A new version is available: {version}', { version: newestVersion ?? '' })}</strong>
      )}
    </>
  )
}
