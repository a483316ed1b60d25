import { type GalleryCase, resultOfRows } from '../gallery-case.ts'

/** Census of 2020, ordered by ISO 3166-2:JP. */
const peopleOfPrefectures = [
  ...[5224614, 1237984, 1210534, 2301996, 959502, 1068027, 1833152, 2867009, 1933146, 1939110],
  ...[7344765, 6284480, 14047594, 9237337, 2201272, 1034814, 1132526, 766863, 809974, 2048011],
  ...[1978742, 3633202, 7542415, 1770254, 1413610, 2578087, 8837685, 5465002, 1324473, 922584],
  ...[553407, 671126, 1888432, 2799702, 1342059, 719559, 950244, 1334841, 691527, 5135214],
  ...[811442, 1312317, 1738301, 1123852, 1069576, 1588256, 1467480],
]

export const gallery: readonly GalleryCase[] = [
  {
    title: 'Life expectancy of countries in 2005',
    type: 'CHOROPLETH',
    options: {
      keyColumn: 'country',
      targetField: 'name',
      valueColumn: 'life_expect',
      valueFormat: '0.0',
      clusteringMode: 'q',
    },
    data: (sets) => {
      const { columns, rows } = sets.get('gapminder')
      return { columns, rows: rows.filter(({ year }) => year === 2005) }
    },
  },
  {
    title: 'Obesity in the states',
    type: 'CHOROPLETH',
    options: {
      mapType: 'usa',
      keyColumn: 'state',
      targetField: 'usps_abbrev',
      valueColumn: 'rate',
      valueFormat: '0.000',
      steps: 6,
      colors: { min: '#FFE3D6', max: '#981717' },
      legend: { position: 'bottom-right' },
    },
    width: 760,
    data: (sets) => sets.get('obesity'),
  },
  {
    title: 'People of the prefectures of Japan',
    type: 'CHOROPLETH',
    options: {
      mapType: 'subdiv_japan',
      keyColumn: 'prefecture',
      targetField: 'iso_3166_2',
      valueColumn: 'people',
      valueFormat: '0,0',
      clusteringMode: 'k',
      legend: { position: 'top-left', alignText: 'left' },
    },
    data: () =>
      resultOfRows(
        peopleOfPrefectures.map((people, index) => ({
          prefecture: `JP-${String(index + 1).padStart(2, '0')}`,
          people,
        })),
      ),
  },
  {
    title: 'Custom colors and bounds',
    type: 'CHOROPLETH',
    // as stored by an old Redash version
    options: {
      countryCodeColumn: 'code',
      countryCodeType: 'iso_a3',
      valueColumn: 'value',
      steps: 3,
      colors: {
        background: '#DCEBFF',
        borders: '#494949',
        noValue: '#F5F1E6',
        min: '#FFE9B8',
        max: '#A55F2A',
      },
      bounds: [
        [35, -12],
        [61, 32],
      ],
      tooltip: { template: '<b>{{ @@iso_a3 }}</b> <script>window.hacked = 1</script>{{ remark }}' },
      popup: {
        template:
          '<a href="https://example.org/{{ @@iso_a2 }}" target="_blank">{{ @@name }}</a> {{ remark }}',
      },
    },
    data: () =>
      resultOfRows([
        { code: 'DEU', value: 4, remark: '<a href="javascript:window.hacked = 1">link</a>' },
        { code: 'FRA', value: 3, remark: 'a "quoted" remark & more' },
        { code: 'ITA', value: 1, remark: '<b>bold</b>' },
        { code: 'POL', value: 2, remark: '😀' },
        { code: 'XXX', value: 9, remark: 'nowhere' },
      ]),
  },
]
