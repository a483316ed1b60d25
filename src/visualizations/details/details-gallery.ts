import { type GalleryCase, resultOfRows } from '../gallery-case.ts'

export const gallery: readonly GalleryCase[] = [
  {
    title: 'One penguin after the other',
    type: 'DETAILS',
    width: 400,
    height: 340,
    options: {},
    data: (sets) => sets.get('penguins'),
  },
  {
    title: 'An order with everything about it',
    type: 'DETAILS',
    options: {
      columns: [
        { name: 'id', title: 'Order', displayAs: 'link', linkUrlTemplate: 'https://example.com/{{ @ }}' },
        { name: 'customer', title: '', description: 'As written on the invoice' },
        { name: 'total', numberFormat: '$0,0.00', alignContent: 'right', title: 'Total, tax included' },
        { name: 'ordered_at', title: 'Ordered at' },
        { name: 'paid', title: 'Paid', booleanValues: ['no', 'yes'] },
        { name: 'comment', title: 'A label that is so long that it has to be broken into lines' },
        { name: 'items', title: 'Items', displayAs: 'json' },
        { name: 'thanks', title: 'Thanks', allowHTML: true },
        { name: 'secret', visible: false },
      ],
    },
    data: () => resultOfRows(orders),
  },
  {
    title: 'A single number',
    type: 'DETAILS',
    width: 320,
    height: 100,
    options: {},
    data: () => resultOfRows([{ open_tickets: 17 }]),
  },
  {
    title: 'Hostile details',
    type: 'DETAILS',
    width: 400,
    options: {
      columns: [
        { name: 'html', allowHTML: true, title: '<img src=x onerror="window.hacked=1">' },
        { name: 'link', displayAs: 'link', description: '<script>window.hacked=1</script>' },
      ],
    },
    data: () =>
      resultOfRows([
        {
          html: '<script>window.hacked=1</script><a href="javascript:window.hacked=1">a</a>',
          link: 'javascript:window.hacked=1',
          'a::b "quoted"': '<svg onload="window.hacked=1">',
        },
      ]),
  },
]

const orders = [
  {
    id: 4711,
    customer: 'Ada Lovelace',
    total: 1234.5,
    ordered_at: '2024-03-05T09:07:08.123456',
    paid: true,
    comment:
      'Please ring twice.\nThe bell is easily overheard, and the dog is friendly whatever he says about it himself.',
    items: '[{"sku":"A-1","count":2},{"sku":"B-7","count":1}]',
    thanks: 'Thank <b>you</b>!',
    secret: 'never shown',
  },
  {
    id: 4712,
    customer: null,
    total: null,
    ordered_at: null,
    paid: null,
    comment: '',
    items: null,
    thanks: null,
    secret: null,
  },
]
