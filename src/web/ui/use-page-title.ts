import { useEffect } from 'react'

const product = 'Sextant'

/** Title of the browser tab: `Data Sources · Sextant`; without an argument only the product's name. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title === undefined || title === '' ? product : `${title} · ${product}`
  }, [title])
}
