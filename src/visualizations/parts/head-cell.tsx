import type { ThHTMLAttributes } from 'react'

export interface HeadCellProps extends ThHTMLAttributes<HTMLTableCellElement> {
  scope: 'col' | 'row'
  text: string
}

/** A cell that names its column or row; one without a name is a cell like the others. */
export function HeadCell({ scope, text, ...rest }: HeadCellProps) {
  return text.trim() === '' ? (
    <td {...rest} />
  ) : (
    <th scope={scope} {...rest}>
      {text}
    </th>
  )
}
