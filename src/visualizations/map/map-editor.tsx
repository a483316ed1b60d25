import { t } from '#shared/messages/translate.ts'
import { type EditorTab, EditorTabs } from '../parts/editor-tabs.tsx'
import { mergeOptions } from '../parts/merge-options.ts'
import type { EditorProps } from '../visualization.ts'
import { FormatTab } from './editor-format.tsx'
import { GeneralTab } from './editor-general.tsx'
import { GroupsTab } from './editor-groups.tsx'
import { StyleTab } from './editor-style.tsx'
import type { MarkersOptions } from './map-options.ts'
import type { MapTabProps } from './map-tab-props.ts'

/** The tabs of 5.4. */
export default function MapEditor({ data, options, settings, onOptionsChange }: EditorProps<MarkersOptions>) {
  const props: MapTabProps = {
    data,
    options,
    settings,
    change: (partial) => onOptionsChange(mergeOptions(options, partial)),
  }
  const tabs: EditorTab[] = [
    { key: 'general', title: t('General'), content: <GeneralTab {...props} /> },
    { key: 'groups', title: t('Groups'), content: <GroupsTab {...props} /> },
    { key: 'format', title: t('Format'), content: <FormatTab {...props} /> },
    { key: 'style', title: t('Style'), content: <StyleTab {...props} /> },
  ]
  return <EditorTabs tabs={tabs} />
}
