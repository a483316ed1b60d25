import { t } from '#shared/messages/translate.ts'
import { type EditorTab, EditorTabs } from '../parts/editor-tabs.tsx'
import { mergeOptions } from '../parts/merge-options.ts'
import type { EditorProps } from '../visualization.ts'
import type { ChoroplethOptions } from './choropleth-options.ts'
import type { ChoroplethTabProps } from './choropleth-tab-props.ts'
import { BoundsTab } from './editor-bounds.tsx'
import { ColorsTab } from './editor-colors.tsx'
import { FormatTab } from './editor-format.tsx'
import { GeneralTab } from './editor-general.tsx'

/** The tabs of 5.3. */
export default function ChoroplethEditor({
  data,
  options,
  settings,
  onOptionsChange,
}: EditorProps<ChoroplethOptions>) {
  const props: ChoroplethTabProps = {
    data,
    options,
    settings,
    change: (partial) => onOptionsChange(mergeOptions(options, partial)),
    replace: onOptionsChange,
  }
  const tabs: EditorTab[] = [
    { key: 'general', title: t('General'), content: <GeneralTab {...props} /> },
    { key: 'colors', title: t('Colors'), content: <ColorsTab {...props} /> },
    { key: 'format', title: t('Format'), content: <FormatTab {...props} /> },
    { key: 'bounds', title: t('Bounds'), content: <BoundsTab {...props} /> },
  ]
  return <EditorTabs tabs={tabs} />
}
