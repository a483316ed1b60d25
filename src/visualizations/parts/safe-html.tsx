import createPurifier, { type DOMPurify } from 'dompurify'
import { useLayoutEffect, useRef } from 'react'

let purifier: DOMPurify | undefined

/**
 * HTML from data or users, made safe (docs/reference/visualizations.md#sanitizing): DOMPurify's defaults and the
 * attribute `target`, of which only `_blank` stays, with `rel="noopener noreferrer"`. Style sheets and forms are
 * dropped as well: they could redress the page or ask for passwords.
 */
export function sanitizedFragment(html: string): DocumentFragment {
  purifier ??= createSanitizer()
  return purifier.sanitize(html, {
    ADD_ATTR: ['target'],
    FORBID_TAGS: ['style', 'form'],
    SANITIZE_NAMED_PROPS: true,
    RETURN_DOM_FRAGMENT: true,
  })
}

function createSanitizer(): DOMPurify {
  const created = createPurifier(window)
  created.addHook('afterSanitizeAttributes', (node) => {
    if (!node.hasAttribute('target')) return
    if (node.getAttribute('target') === '_blank') node.setAttribute('rel', 'noopener noreferrer')
    else node.removeAttribute('target')
  })
  return created
}

/** Shows HTML after sanitizing it. The nodes are put in place as they are, never as text that is parsed once more. */
export function SafeHtml({ html, className }: { html: string; className?: string | undefined }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    ref.current?.replaceChildren(sanitizedFragment(html))
  }, [html])
  return <div ref={ref} className={className} />
}
