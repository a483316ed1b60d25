import type { ThHTMLAttributes } from 'react'

export interface HeadCellProps extends ThHTMLAttributes<HTMLTableCellElement> {
  scope: 'col' | 'row'
  text: string
}

/** The header cell of a column or row; a plain cell when the name is blank. */
export function HeadCell({ scope, text, ...rest }: HeadCellProps) {
  return text.trim() === '' ? (
    <td {...rest} />
  ) : (
    <th scope={scope} {...rest}>
      {text}
    </th>
  )
}
