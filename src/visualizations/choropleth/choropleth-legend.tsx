import { t } from '#shared/messages/translate.ts'
import mapClasses from '../parts/map/map.module.css'
import classes from './choropleth.module.css'
import type { ChoroplethModel } from './choropleth-model.ts'
import type { LegendText } from './choropleth-options.ts'
import type { DrawnColors } from './choropleth-theme.ts'

interface ChoroplethLegendProps {
  legend: ChoroplethModel['legend']
  colors: DrawnColors
  align: LegendText
}

/** The limit of each class, highest first. */
export function ChoroplethLegend({ legend, colors, align }: ChoroplethLegendProps) {
  return (
    <ul className={`${mapClasses.card} ${classes.legend}`} aria-label={t('Legend')}>
      {legend.map(({ color, text }) => (
        <li key={`${color} ${text}`} className={classes.item}>
          <span className={classes.swatch} style={{ background: colors.ofValue(color) }} />
          <span className={classes.text} style={{ textAlign: align }}>
            {text}
          </span>
        </li>
      ))}
    </ul>
  )
}
