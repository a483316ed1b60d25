import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { formatBytes } from '#shared/format/bytes.ts'
import { t } from '#shared/messages/translate.ts'
import type { StorageStatus } from '#shared/status/status-api.ts'

/** Storage problems that an operator must fix before (or because) runs fail. */
export function StorageWarnings({ storage }: { storage: StorageStatus }) {
  return storage.warnings.map((warning) => {
    const { color, title, text } = describe(warning, storage)
    return (
      <Alert
        key={warning}
        color={color}
        variant="light"
        title={title}
        icon={<IconAlertTriangle size={18} />}
        mb="md"
      >
        {text}
      </Alert>
    )
  })
}

function describe(warning: StorageStatus['warnings'][number], { free, reserve }: StorageStatus) {
  const sizes = { free: formatBytes(free ?? 0), reserve: formatBytes(reserve) }
  if (warning === 'disk.full') {
    return {
      color: 'red',
      title: t('No results are stored: the disk is nearly full.'),
      text: t(
        '{free} are free, and {reserve} are kept for everything else. Make room on the disk of Sextant.',
        sizes,
      ),
    }
  }
  if (warning === 'disk.low') {
    return {
      color: 'yellow',
      title: t('The disk is filling up.'),
      text: t('{free} are free. Below {reserve} no result is stored.', sizes),
    }
  }
  return {
    color: 'yellow',
    title: t('The results that queries show nearly fill the quota.'),
    text: t(
      'Beyond it the oldest are removed, and their queries run again when they are opened. See SEXTANT_RESULTS_QUOTA.',
    ),
  }
}
