import { Checkbox, Code, Group, Modal, NumberInput, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { type EmbedFlag, type EmbedTheme, embedFlags, embedLink } from '#web/embed/embed-address.ts'
import { embedWords } from '#web/embed/embed-words.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import classes from './embed-dialog.module.css'
import { type FrameSize, iframeText, maxPixels, parametersInAddress, usualSize } from './iframe-text.ts'

/** The properties of a query that the dialog needs. */
export interface Embeddable {
  queryId: number
  apiKey: string
  /** false: it takes any text, which visitors must not enter */
  isSafe: boolean
}

interface EmbedDialogProps extends Embeddable {
  visualizationId: number
  onClose(): void
}

/** Snippets that embed a visualization in another page. */
export function EmbedDialog({ onClose, ...of }: EmbedDialogProps) {
  useFocusReturn()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Embed Query')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {of.isSafe ? <EmbedTexts {...of} /> : <ErrorAlert error={embedWords.unsafe} />}
    </Modal>
  )
}

const flagLabels: Readonly<Record<EmbedFlag, string>> = {
  hide_header: t('Hide the header'),
  hide_parameters: t('Hide the parameters'),
  hide_link: t('Hide the link to the query and the downloads'),
  hide_timestamp: t('Hide the time of the result'),
  showDescription: t('Show the description'),
}

function EmbedTexts({ queryId, visualizationId, apiKey }: Omit<EmbedDialogProps, 'onClose'>) {
  const { basePath } = useClientConfig()
  const [flags, setFlags] = useState<readonly EmbedFlag[]>([])
  const [theme, setTheme] = useState<EmbedTheme | null>(null)
  const [size, setSize] = useState<FrameSize | null>(null)
  const [parameters] = useState(() => parametersInAddress(window.location.search))
  const offered = embedFlags.filter(
    (flag) => flag !== 'hide_parameters' || Object.keys(parameters).length > 0,
  )
  const address = embedLink({ base: basePath, queryId, visualizationId, apiKey, flags, theme, parameters })
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t(
          'Anyone with this address sees the visualization without logging in. A new API key of the query stops it.',
        )}
      </Text>
      <Copied label={t('Public URL')} value={address} />
      <Copied label={t('IFrame Embed')} value={iframeText(address, size ?? usualSize)} />
      <SizeFields size={size} onChange={setSize} />
      <Stack gap="xs" component="fieldset" className={classes.options}>
        <Text component="legend" size="sm" fw={600} mb={4}>
          {t('Options')}
        </Text>
        {offered.map((flag) => (
          <Checkbox
            key={flag}
            size="sm"
            label={flagLabels[flag]}
            checked={flags.includes(flag)}
            onChange={({ currentTarget: { checked } }) =>
              setFlags((current) =>
                embedFlags.filter((one) => (one === flag ? checked : current.includes(one))),
              )
            }
          />
        ))}
        <Select
          size="xs"
          label={t('Theme')}
          w={220}
          allowDeselect={false}
          data={[
            { value: 'system', label: t('As the visitor’s system') },
            { value: 'light', label: t('Light') },
            { value: 'dark', label: t('Dark') },
          ]}
          value={theme ?? 'system'}
          onChange={(value) => setTheme(value === 'light' || value === 'dark' ? value : null)}
        />
      </Stack>
    </Stack>
  )
}

interface SizeFieldsProps {
  /** null: the default size */
  size: FrameSize | null
  onChange(size: FrameSize | null): void
}

function SizeFields({ size, onChange }: SizeFieldsProps) {
  const shown = size ?? usualSize
  const field = (side: keyof FrameSize, label: string) => (
    <NumberInput
      size="xs"
      w={110}
      label={label}
      min={1}
      max={maxPixels}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="blur"
      suffix={t(' px')}
      disabled={size === null}
      value={shown[side]}
      onChange={(value) => {
        const pixels = Number(value)
        if (pixels >= 1 && pixels <= maxPixels) onChange({ ...shown, [side]: pixels })
      }}
    />
  )
  return (
    <Group gap="md" align="flex-end">
      <Checkbox
        size="sm"
        className={classes.ownSize}
        label={t('Set the size of the iframe')}
        checked={size !== null}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? usualSize : null)}
      />
      {field('width', t('Width'))}
      {field('height', t('Height'))}
    </Group>
  )
}

function Copied({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {label}
      </Text>
      <div className={classes.row}>
        <Code className={classes.code}>{value}</Code>
        <CopyButton value={value} label={t('Copy {label}', { label })} />
      </div>
    </div>
  )
}
