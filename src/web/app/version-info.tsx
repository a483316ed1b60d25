import { t } from '#shared/messages/translate.ts'
import { holds, useSession } from '../session/use-session.ts'

/** True for users who operate the instance if a newer version exists. */
export function useNewVersionNotice(): boolean {
  const { user, client_config } = useSession()
  return client_config.newVersionAvailable === true && holds(user, 'super_admin')
}

/** The installed version, and whether a newer one exists. */
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
