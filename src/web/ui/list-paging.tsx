import { Pagination, Select } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import classes from './list-paging.module.css'

interface ListPagingProps {
  page: number
  pageSize: number
  total: number
  sizes: readonly number[]
  /** hidden up to this number of rows; longer lists show the choice of the page size */
  hiddenUpTo?: number
  onPage: (page: number) => void
  onPageSize: (size: number) => void
}

/** If a larger page was chosen, the choice stays visible even if one page shows everything. */
const usualPageSize = 20

/** Pages and their size. Hidden if the total fits in one page (docs/reference/screens.md#lists). */
export function ListPaging(props: ListPagingProps) {
  const { page, pageSize, total, sizes, hiddenUpTo = usualPageSize, onPage, onPageSize } = props
  if (total <= Math.min(pageSize, hiddenUpTo)) return null
  const first = (page - 1) * pageSize + 1
  const last = Math.min(total, page * pageSize)
  const offered = [...new Set([...sizes, pageSize])].sort((a, b) => a - b)
  return (
    <div className={classes.paging}>
      <span className={classes.count}>{t('{first}–{last} of {total}', { first, last, total })}</span>
      <Select
        aria-label={t('Rows per page')}
        size="xs"
        w={116}
        allowDeselect={false}
        value={String(pageSize)}
        data={offered.map((size) => ({ value: String(size), label: t('{size} / page', { size }) }))}
        onChange={(size) => size !== null && onPageSize(Number(size))}
      />
      <Pagination
        size="sm"
        value={page}
        total={Math.ceil(total / pageSize)}
        onChange={onPage}
        siblings={1}
        getControlProps={(control) => ({
          'aria-label': {
            first: t('First page'),
            previous: t('Previous page'),
            next: t('Next page'),
            last: t('Last page'),
          }[control],
        })}
        getItemProps={(item) => ({ 'aria-label': t('Page {item}', { item }) })}
      />
    </div>
  )
}
