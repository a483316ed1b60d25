import { t } from '#shared/messages/translate.ts'

/** Whole sentences, because languages inflect nouns differently. */
export const listWords = {
  queries: {
    all: t('Queries'),
    search: t('Search queries'),
    searchHint: t('Search queries…'),
    lists: t('Lists of queries'),
    tagged: (tag: string) => t('Show queries tagged {tag}', { tag }),
    unreadable: t('The queries could not be read.'),
    none: t('There are no queries yet.'),
    noneNamed: t('No queries have such a name.'),
  },
  dashboards: {
    all: t('Dashboards'),
    search: t('Search dashboards'),
    searchHint: t('Search dashboards…'),
    lists: t('Lists of dashboards'),
    tagged: (tag: string) => t('Show dashboards tagged {tag}', { tag }),
    unreadable: t('The dashboards could not be read.'),
    none: t('There are no dashboards yet.'),
    noneNamed: t('No dashboards have such a name.'),
  },
}
