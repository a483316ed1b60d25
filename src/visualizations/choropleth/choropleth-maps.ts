import { t } from '#shared/messages/translate.ts'
import type { OutlinesName } from '../parts/map/outlines.ts'
import countries from './maps/countries.json' with { type: 'json' }
import japan from './maps/subdiv-japan.json' with { type: 'json' }
import usa from './maps/usa.json' with { type: 'json' }

/** The properties of a region; all except the id may be null. */
export interface Region {
  /** key of its outline; not offered as a property */
  id: string
  properties: Readonly<Record<string, string | null>>
}

export interface ChoroplethMap {
  /** stored as `mapType`, never renamed */
  key: string
  name: string
  outlines: OutlinesName
  /** property -> label, in the order of the editor */
  fields: Readonly<Record<string, string>>
  regions: readonly Region[]
  /** default popup template */
  popup: string
}

function regionsOf(facts: readonly ({ id: string } & Record<string, string | null>)[]): Region[] {
  return facts.map(({ id, ...properties }) => ({ id, properties }))
}

const valueLine = '\n<br>\nValue: <b>{{ @@value }}</b>'

/** The bundled maps (docs/reference/visualizations.md#host-settings), in display order. */
export const choroplethMaps = [
  {
    key: 'countries',
    name: t('Countries'),
    outlines: 'countries',
    fields: {
      name: t('Short name'),
      name_long: t('Full name'),
      abbrev: t('Abbreviated name'),
      iso_a2: t('ISO code (2 letters)'),
      iso_a3: t('ISO code (3 letters)'),
      iso_n3: t('ISO code (3 digits)'),
    },
    regions: regionsOf(countries),
    popup: `Country: <b>{{ @@name_long }} ({{ @@iso_a2 }})</b>${valueLine}`,
  },
  {
    key: 'usa',
    name: 'USA',
    outlines: 'usa',
    fields: {
      name: t('Name'),
      ns_code: t('National Standard ANSI Code (8-character)'),
      geoid: t('Geographic ID'),
      usps_abbrev: t('USPS Abbreviation'),
      fips_code: t('FIPS Code (2-character)'),
    },
    regions: regionsOf(usa),
    popup: `State: <b>{{ @@name }} ({{ @@usps_abbrev }})</b>${valueLine}`,
  },
  {
    key: 'subdiv_japan',
    name: 'Japan/Prefectures',
    outlines: 'japan',
    fields: {
      name: t('Name'),
      name_alt: t('Name (alternative)'),
      name_local: t('Name (local)'),
      iso_3166_2: 'ISO-3166-2',
      postal: t('Postal Code'),
      type: 'Type',
      type_en: t('Type (EN)'),
      region: t('Region'),
      region_code: t('Region Code'),
    },
    regions: regionsOf(japan),
    popup: `Prefecture: <b>{{ @@name }} ({{ @@name_local }})</b>${valueLine}`,
  },
] as const satisfies readonly ChoroplethMap[]

/** The map of a stored key; an unknown key gives the first map (docs/reference/other-visualizations.md#choropleth-options). */
export function choroplethMap(key: string): ChoroplethMap {
  return choroplethMaps.find((map) => map.key === key) ?? choroplethMaps[0]
}
